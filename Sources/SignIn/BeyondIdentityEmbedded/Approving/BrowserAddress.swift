import Foundation

/// The address in the QR code of a waiting page: `<issuer>/v2/browser-approvals/<id>`.
struct BrowserAddress: Hashable, Sendable {
    let text: String

    /// Reads an address of `issuer`, whose credential this device has: a proof goes to no other server.
    ///
    /// - Throws: `.invalidParameters` for every other address.
    init(_ url: URL, issuer: String) throws(SignInError) {
        let text = url.absoluteString
        let start = "\(issuer)/v2/browser-approvals/"
        guard text.utf8.starts(with: start.utf8) else { throw BrowserAddress.unexpected }
        let id = text.utf8.dropFirst(start.utf8.count)
        let isPlain = id.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        guard id.count == 43, isPlain else { throw BrowserAddress.unexpected }
        self.text = text
    }

    var decision: String { "\(text)/decision" }

    static let unexpected = SignInError(
        .invalidParameters,
        "Expected the address in the QR of a sign-in page of this device's server, got another one."
    )
}
