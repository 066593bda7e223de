import ChaveBase
import ChaveWire
import Crypto

/// The work that the server demands for each claim while an attacker guesses codes: a text that takes time to find.
struct ProofOfWork: Hashable, Sendable {
    /// The largest number of bits; more would keep a phone busy for minutes.
    static let mostBits = 24
    /// The number of times that one claim does the work.
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

    /// Finds a text whose digest begins with `bits` zero bits; the salt and the key's digest come before the text.
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
