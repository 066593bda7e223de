#if os(Linux)
    import Glibc

    extension SpokenLanguage {
        /// The language of the locale: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set (POSIX, section
        /// 8.2).
        package static var device: SpokenLanguage {
            let names: [String] = ["LC_ALL", "LC_MESSAGES", "LANG"]
            let set = names.compactMap { name in getenv(name).map { String(cString: $0) } }
            return SpokenLanguage(preferred: Array(set.filter { !$0.isEmpty }.prefix(1)))
        }
    }
#endif
