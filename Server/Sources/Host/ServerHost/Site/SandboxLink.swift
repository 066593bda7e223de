public import ChaveBase
import ChavePixModel
import ChaveWire
import Crypto
import Foundation
import Pages

/// A link that shows one browser a sandbox's keys and mails.
///
/// It is good once and for a day. Whoever can read the data directory can make one, and nobody else can.
public enum SandboxLink {
    static let path = "/open"
    static let lifeSeconds: Int64 = 86_400

    /// A new link; `nil` when no sandbox has run with that data directory.
    ///
    /// `baseURL` is the sandbox's address, without a slash at its end. What is thrown names the file that cannot be read.
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

    /// What a link or a browser's cookie says.
    struct Pass: Hashable {
        let id: String
        let endsAt: Timestamp
    }

    /// A pass of one kind is none of the other.
    enum Kind: String {
        case link, browser
    }

    /// What links and cookies of one sandbox are signed with; it outlives the process.
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

        /// `nil` for what this sandbox has not signed, or has signed as something else.
        func read(_ text: String, as kind: Kind) -> Pass? {
            guard text.utf8.count <= 1_024, let signed = key.text(signed: text),
                let json = try? JSONValue(parsing: signed), json["kind"]?.string == kind.rawValue,
                let id = json["id"]?.string, let end = json["ends"]?.number?.int64
            else { return nil }
            return Pass(id: id, endsAt: Timestamp(seconds: end))
        }
    }
}
