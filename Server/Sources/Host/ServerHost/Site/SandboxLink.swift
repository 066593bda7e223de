public import ChaveBase
import ChavePixModel
import ChaveWire
import Crypto
import Foundation
import Pages

/// A link that shows one browser a sandbox's keys and mails.
///
/// It is valid once and for a day. Only a reader of the data directory can make one.
public enum SandboxLink {
    static let path = "/open"
    static let lifeSeconds: Int64 = 86_400

    /// A new link; `nil` when no sandbox has run with that data directory.
    ///
    /// `baseURL` is the sandbox's address, without a slash at its end. A thrown error names the file that cannot be
    /// read.
    public static func new(
        dataDirectory: String,
        baseURL: String,
        at now: Timestamp,
        randomBytes: (_ count: Int) -> [UInt8]
    ) throws -> String? {
        guard let merchant = try SandboxMerchant.stored(in: dataDirectory) else { return nil }
        let pass = Pass(id: Base64URL.encode(randomBytes(32)), endsAt: now.adding(seconds: lifeSeconds))
        return "\(baseURL)\(path)?pass=\(Secret(of: merchant).text(of: pass, as: .link))"
    }

    /// The content of a link or of a browser's cookie.
    struct Pass: Hashable {
        let id: String
        let endsAt: Timestamp
    }

    /// The kind of a pass; a pass of one kind is invalid as the other.
    enum Kind: String {
        case link, browser
    }

    /// The secret that signs the links and cookies of one sandbox; it outlives the process.
    struct Secret: Sendable {
        private let key: PageKey

        init(of merchant: SandboxMerchant) {
            let password = SymmetricKey(data: Data(merchant.secretPassword.utf8))
            key = PageKey(
                secret: Array(HMAC<SHA256>.authenticationCode(for: Data("sandbox links".utf8), using: password))
            )
        }

        func text(of pass: Pass, as kind: Kind) -> String {
            let json: JSONValue = [
                "kind": .string(kind.rawValue), "id": .string(pass.id), "ends": JSONValue(pass.endsAt.seconds),
            ]
            return key.signed(json.text)
        }

        /// Reads a pass; `nil` when this sandbox has not signed the text, or signed it as another kind.
        func read(_ text: String, as kind: Kind) -> Pass? {
            guard text.utf8.count <= 1_024, let signed = key.text(signed: text),
                let json = try? JSONValue(parsing: signed), json["kind"]?.string == kind.rawValue,
                let id = json["id"]?.string, let end = json["ends"]?.number?.int64
            else { return nil }
            return Pass(id: id, endsAt: Timestamp(seconds: end))
        }
    }
}
