#if !os(Linux) && !canImport(Security)
    extension SpokenLanguage {
        /// There is an adapter for Apple's systems and one for Linux; elsewhere people are spoken to in English.
        package static var device: SpokenLanguage { .english }
    }
#endif
