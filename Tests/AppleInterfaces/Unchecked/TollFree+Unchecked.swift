#if canImport(Security)
    package import Foundation

    // The signatures of the file of this name in Sources/Devices/ChaveDeviceKeys/Apple.
    // https://developer.apple.com/documentation/swift/working-with-core-foundation-types
    package enum TollFree {
        package static func dictionary(_ values: [CFString: Any]) -> CFDictionary { fatalError() }
        package static func data(_ found: CFTypeRef?) -> Data? { fatalError() }
        package static func dictionaries(_ found: CFTypeRef?) -> [[CFString: Any]]? { fatalError() }
        package static func domainAndCode(_ error: any Error) -> (domain: String, code: Int) { fatalError() }
    }
#endif
