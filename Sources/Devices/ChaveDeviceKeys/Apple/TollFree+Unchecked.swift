#if canImport(Security)
    package import Foundation

    /// Casts between the types of Core Foundation and Swift that only Apple's compilers support.
    ///
    /// All such casts are in this file: without an Apple SDK nothing can check them.
    package enum TollFree {
        /// A query or a set of attributes for the Keychain.
        package static func dictionary(_ values: [CFString: Any]) -> CFDictionary { values as CFDictionary }

        /// The bytes that the Keychain returned, if it returned bytes.
        package static func data(_ found: CFTypeRef?) -> Data? { found as? Data }

        /// The attributes of each item that the Keychain returned, if it returned a list of them.
        package static func dictionaries(_ found: CFTypeRef?) -> [[CFString: Any]]? { found as? [[CFString: Any]] }

        /// The domain and the code of the error in Foundation; every error has both.
        package static func domainAndCode(_ error: any Error) -> (domain: String, code: Int) {
            let error = error as NSError
            return (error.domain, error.code)
        }
    }
#endif
