import Foundation

/// The address in the QR of a page that waits: `<issuer>/v2/browser-approvals/<id>`.
struct BrowserAddress: Hashable, Sendable {
    let text: String

    /// Taken only where it is of an issuer of whom this device has a credential: a proof goes nowhere else.
    ///
    /// - Throws: `.invalidParameters` for every other address, `.credentialNotFound` where the device has none at all.
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
