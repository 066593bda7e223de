import Foundation

/// Everything that a directory knows, as `directory.json` of its folder.
public struct DirectoryState: Codable, Hashable, Sendable {
    /// The first of three ports: HTTPS without certificates of clients, with them, and pages for a browser.
    public var port: Int
    public var organisations: [Organisation] = []

    public init(port: Int) { self.port = port }

    public var address: DirectoryAddress { DirectoryAddress(port: port) }

    func organisation(_ id: String) -> Organisation? {
        organisations.first { $0.id.utf8.elementsEqual(id.utf8) }
    }

    func software(_ id: String) -> (organisation: Organisation, software: SoftwareStatement)? {
        for organisation in organisations {
            if let software = organisation.software.first(where: { $0.id.utf8.elementsEqual(id.utf8) }) {
                return (organisation, software)
            }
        }
        return nil
    }
}

/// A participant: a bank, an initiator, or both.
public struct Organisation: Codable, Hashable, Sendable {
    /// A UUID.
    public var id: String
    /// The participant's folder, such as `bank`.
    public var folder: String
    public var name: String
    public var legalName: String
    /// The CNPJ; the first eight characters of a bank's are its ISPB.
    public var registrationNumber: String
    /// `CONTA` for a bank, `PAGTO` for an initiator.
    public var role: String
    /// The keys with which it signs messages: public JSON Web Keys as JSON texts.
    public var keys: [String] = []
    public var software: [SoftwareStatement] = []
    public var authorisationServers: [AuthorisationServer] = []
}

/// A program of an initiator.
public struct SoftwareStatement: Codable, Hashable, Sendable {
    /// A UUID.
    public var id: String
    /// The name that holders see.
    public var clientName: String
    public var redirectURIs: [String]
    /// The origins of its ceremonies with passkeys.
    public var originURIs: [String]
    public var webhookURIs: [String]
    /// The keys of its requests to authorization servers, and those that ID tokens are encrypted to.
    public var keys: [String]
}

/// A bank's authorization server, with the addresses of its interfaces.
public struct AuthorisationServer: Codable, Hashable, Sendable {
    /// A UUID: the institution's id at the platform.
    public var id: String
    public var name: String
    /// The issuer of its tokens: an HTTPS address without a slash at its end.
    public var issuer: String
    /// The address of its interfaces for programs with a client certificate.
    public var resourceBase: String
}

/// CNPJ numbers of invented companies.
enum RegistrationNumber {
    /// Adds the two check digits to 12 digits (Receita Federal, modulus 11).
    static func completing(_ digits: String) -> String {
        var numbers = digits.utf8.map { Int($0) - 0x30 }
        for weights in [[5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2], [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]] {
            let rest = zip(numbers, weights).reduce(0) { $0 + $1.0 * $1.1 } % 11
            numbers.append(rest < 2 ? 0 : 11 - rest)
        }
        return numbers.map(String.init).joined()
    }

    /// A number of a branch office `0001`, from eight random digits.
    static func random(_ bytes: [UInt8]) -> String {
        completing(bytes.prefix(8).map { String($0 % 10) }.joined() + "0001")
    }
}
