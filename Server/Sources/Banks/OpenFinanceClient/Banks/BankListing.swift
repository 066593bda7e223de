import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort

/// A bank as the list of participants has it: who it is, and where each interface is.
struct BankListing: Hashable, Sendable, Codable {
    let id: InstitutionID
    /// The organisation whose keys sign its messages.
    let organisation: String
    let legalName: String
    let name: String
    let registrationNumber: String
    let issuer: String
    let discovery: String
    /// The highest known version of enrollments, and of payments with both of its families.
    let enrollments: Endpoint
    let payments: Payments
    /// The known versions that are offered beside them; `nil` in a copy that was kept by an earlier release.
    var others: Others?

    /// The hosts that its entry in the directory names.
    var hosts: Set<String> {
        let addresses = [issuer, discovery, enrollments.address, payments.consents, payments.pix]
        return Set(addresses.compactMap { BankAddress($0)?.host })
    }

    /// One version of one family of interfaces, at its whole address.
    struct Endpoint: Hashable, Sendable, Codable {
        let version: APIVersion
        let address: String
    }

    struct Payments: Hashable, Sendable, Codable {
        let version: APIVersion
        let consents: String
        let pix: String
    }

    struct Others: Hashable, Sendable, Codable {
        let enrollments: [Endpoint]
        let payments: [Payments]
    }

    /// The entries of a list: by their names, or in the directory's own order in a development, whose first bank is the one
    /// to begin with.
    static func entries(of banks: [BankListing], _ settings: ConnectorSettings) -> [InstitutionDirectoryEntry] {
        banks.enumerated().map { place, bank in
            var entry = bank.directoryEntry
            if settings.isDevelopment { entry.sortPriority = place }
            return entry
        }
    }

    /// The entry that the platform's API shows; the ISPB is a guess: the first eight digits of the CNPJ.
    var directoryEntry: InstitutionDirectoryEntry {
        InstitutionDirectoryEntry(
            id: id,
            ispb: String(registrationNumber.prefix(8)),
            displayName: name,
            name: name,
            legalEntityName: legalName,
            institutionType: "individual",
            primaryColor: "#3A3A3A",
            website: issuer,
            sortPriority: 0
        )
    }
}

/// A version of an interface, compared number by number.
struct APIVersion: Hashable, Sendable, Codable, Comparable {
    let major: Int
    let minor: Int
    let patch: Int

    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { (1...4).contains($0.utf8.count) ? Int($0) : nil }
        guard numbers.count == 3, parts.count == 3, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
        (major, minor, patch) = (numbers[0], numbers[1], numbers[2])
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let version = APIVersion(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a version")
        }
        self = version
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    var text: String { "\(major).\(minor).\(patch)" }

    /// Whether payments of this version have a list of a consent's payments: from 4.1 on.
    var hasList: Bool { (major, minor) >= (4, 1) }

    static func < (one: APIVersion, other: APIVersion) -> Bool {
        (one.major, one.minor, one.patch) < (other.major, other.minor, other.patch)
    }
}
