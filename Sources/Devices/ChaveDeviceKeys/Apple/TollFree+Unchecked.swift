#if canImport(Security)
    package import Foundation

    /// Casts between Core Foundation's types and Swift's that only Apple's compilers know.
    ///
    /// This file is the one place for them: where there is no Apple SDK, nothing can check it.
    package enum TollFree {
        /// A query or a set of attributes for the Keychain.
        package static func dictionary(_ values: [CFString: Any]) -> CFDictionary { values as CFDictionary }

        /// The bytes that the Keychain gave, if it gave bytes.
        package static func data(_ found: CFTypeRef?) -> Data? { found as? Data }

        /// The attributes of each item that the Keychain gave, if it gave a list of them.
        package static func dictionaries(_ found: CFTypeRef?) -> [[CFString: Any]]? { found as? [[CFString: Any]] }

        /// What Foundation calls the error; every error has both.
        package static func domainAndCode(_ error: any Error) -> (domain: String, code: Int) {
            let error = error as NSError
            return (error.domain, error.code)
        }
    }
#endif
