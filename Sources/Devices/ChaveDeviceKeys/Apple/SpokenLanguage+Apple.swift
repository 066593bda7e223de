#if canImport(Security)
    import Foundation

    extension SpokenLanguage {
        /// The person's languages in the device's settings, in their order.
        package static var device: SpokenLanguage { SpokenLanguage(preferred: Locale.preferredLanguages) }
    }
#endif
