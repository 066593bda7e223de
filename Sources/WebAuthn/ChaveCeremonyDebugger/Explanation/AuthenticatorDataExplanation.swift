import ChaveWebAuthn
import ChaveWire
import Crypto

/// Sentences about authenticator data, for both ceremonies, whose checks are the same.
struct AuthenticatorDataExplanation {
    private let request: CeremonyRequest
    private let bytes: [UInt8]
    private let data: AuthenticatorData?
    /// The hosts from which the relying party's id may come.
    private let hosts: [String]

    init(_ request: CeremonyRequest, _ bytes: [UInt8], hosts: [String]) {
        self.request = request
        self.bytes = bytes
        self.hosts = hosts
        data = try? AuthenticatorData(decoding: bytes)
    }

    var malformed: String {
        let advice =
            "Send the bytes as the authenticator gave them; 'chave webauthn inspect --lenient' takes them apart."
        do {
            _ = try AuthenticatorData(decoding: bytes)
            return advice
        } catch {
            return "The authenticator data (\(Counted.bytes(bytes.count))) cannot be read. \(error.sentence) \(advice)"
        }
    }

    var relyingPartyID: String {
        let expected = request.relyingParty.id
        return "The authenticator data is for the relying party whose id has the SHA-256 "
            + "\(Hex.encode(data?.relyingPartyIDHash ?? [])); rpId \(Quoted.text(expected)) has "
            + "\(Hex.encode(AuthenticatorDataExplanation.hash(expected))).\(relyingPartyHint) "
            + "Use one rpId in the options and in the request: a host name, without scheme and port."
    }

    private var relyingPartyHint: String {
        guard let came = data?.relyingPartyIDHash else { return "" }
        let candidates = hosts.prefix(100).flatMap(AuthenticatorDataExplanation.domains) + request.relyingParty.origins
        guard let found = candidates.first(where: { AuthenticatorDataExplanation.hash($0) == came }) else { return "" }
        return " It is that of \(Quoted.text(found))."
    }

    /// The host and its parent domains; none when the host has more labels than a name can have.
    private static func domains(_ host: String) -> [String] {
        let labels = host.utf8.split(separator: UInt8(ascii: "."))
        guard labels.count <= 127 else { return [] }
        return labels.indices.map { labels[$0...].map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".") }
    }

    private static func hash(_ text: String) -> [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }

    var userNotPresent: String {
        "The flags are \(flags): UP, that somebody was there, is not set. "
            + "No authenticator may answer without it here; ask the person to touch or confirm."
    }

    var userNotVerified: String {
        "The flags are \(flags): UV, that the person was verified, is not set, and userVerification is 'required'. "
            + "Put userVerification 'required' into the options that the browser gets, or ask for 'preferred' here "
            + "if presence is enough."
    }

    var backupState: String {
        "The flags are \(flags): BS, that the credential is backed up, is set without BE, that it can be. "
            + "The authenticator is wrong; no relying party should take this."
    }

    var flags: String { data.map { FlagNames.text($0.flags) } ?? "unreadable" }
}
