#if !os(Linux) && !canImport(Security)
    extension SpokenLanguage {
        /// Apple's systems and Linux have an adapter; all other platforms use English.
        package static var device: SpokenLanguage { .english }
    }
#endif
