import ChaveBase
import OpenFinanceCertificates

import struct Crypto.HMAC
import struct Crypto.SHA256
import struct Crypto.SymmetricKey
import struct Foundation.Data

/// Access tokens of the directory: a token carries its content and a MAC, so that nothing is stored.
///
/// A token ends with the process, and is bound to the certificate that asked for it.
struct DirectoryTokens: Sendable {
    static let lifeSeconds = 600

    private let key: SymmetricKey

    init(key: [UInt8]) { self.key = SymmetricKey(data: key) }

    func issue(to certificate: TransportCertificate, at now: Timestamp) -> String {
        let expiry = now.adding(seconds: DirectoryTokens.lifeSeconds).seconds
        return "\(expiry).\(Base64URL.encode(mac(certificate, expiry)))"
    }

    func isValid(_ token: String, of certificate: TransportCertificate, at now: Timestamp) -> Bool {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let expiry = Int64(parts[0]), now < Timestamp(seconds: expiry),
            let claimed = try? Base64URL.decode(String(parts[1]))
        else { return false }
        return HMAC<SHA256>.isValidAuthenticationCode(claimed, authenticating: text(certificate, expiry), using: key)
    }

    private func mac(_ certificate: TransportCertificate, _ expiry: Int64) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: text(certificate, expiry), using: key))
    }

    private func text(_ certificate: TransportCertificate, _ expiry: Int64) -> Data {
        Data("\(certificate.thumbprint)|\(certificate.software)|\(expiry)".utf8)
    }
}
