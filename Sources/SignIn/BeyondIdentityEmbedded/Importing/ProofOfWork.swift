import ChaveBase
import ChaveWire
import Crypto

/// What the server wants of each claim while somebody guesses codes: a text that costs time to find.
struct ProofOfWork: Hashable, Sendable {
    /// More would keep a phone busy for minutes.
    static let mostBits = 24
    /// How often one claim does its work.
    static let mostTimes = 3

    let bits: Int
    let salt: String

    init(_ body: JSONObject) throws(SignInError) {
        bits = Int(clamping: try body.count("bits"))
        salt = try body.text("salt")
        guard bits <= ProofOfWork.mostBits else {
            throw SignInError(.refused, "The server wants more work than this device does; try again later.")
        }
    }

    /// A text whose digest, behind the salt and the key's digest, begins with so many zero bits.
    func solution(for keyDigest: [UInt8]) async throws(SignInError) -> String {
        let prefix = "\(salt).\(Base64URL.encode(keyDigest))."
        var counter: UInt64 = 0
        while true {
            if isSolved(SHA256.hash(data: Array((prefix + String(counter)).utf8))) { return String(counter) }
            counter += 1
            guard counter % 4_096 == 0 else { continue }
            guard !Task.isCancelled else { throw .cancelledCall }
            await Task.yield()
        }
    }

    private func isSolved(_ digest: SHA256.Digest) -> Bool {
        var zeros = 0
        for byte in digest {
            zeros += byte.leadingZeroBitCount
            guard byte == 0, zeros < bits else { break }
        }
        return zeros >= bits
    }
}
