import ChaveBase
import Hashing
import SignInModel
import Testing

import struct Crypto.SHA256

@testable import SignInCore

struct ProofOfWorkTests {
    private static let key = Digest(of: [1])
    private static let work = ProofOfWork(bits: 12, salt: "salt")

    @Test
    func theStandardIsTwentyBits() { #expect(ExtensionPolicy().proofOfWorkBits == 20) }

    /// Reckoned here as the document says it, by other means than the ones under test.
    @Test
    func whatIsAcceptedHasItsZeros() throws {
        let proof = try #require(Self.found)
        let hash = Array(SHA256.hash(data: Array("salt.\(Self.key.text).\(proof)".utf8)))
        #expect(hash[0] == 0 && hash[1] < 16)
        #expect(!Self.work.accepts(proof, key: Digest(of: [2])))
        #expect(!ProofOfWork(bits: 12, salt: "other").accepts(proof, key: Self.key))
    }

    @Test
    func oneBitLessThanAskedIsRefused() throws {
        let proof = try #require(
            (0..<1_000_000).lazy.map(String.init).first { number in
                ProofOfWork(bits: 7, salt: "salt").accepts(number, key: Self.key)
                    && !ProofOfWork(bits: 8, salt: "salt").accepts(number, key: Self.key)
            }
        )
        let hash = Array(SHA256.hash(data: Array("salt.\(Self.key.text).\(proof)".utf8)))
        #expect(hash[0] == 1)
    }

    @Test
    func wrongOnesAreRefused() throws {
        let proof = try #require(Self.found)
        let long = String(repeating: "0", count: 129)
        for wrong in ["", proof + " ", " " + proof, "0" + proof, String(proof.dropLast()), long] {
            #expect(!Self.work.accepts(wrong, key: Self.key))
        }
        #expect(!ProofOfWork(bits: 257, salt: "salt").accepts(proof, key: Self.key))
        // No work asked: still a text of a bounded length.
        #expect(ProofOfWork(bits: 0, salt: "salt").accepts("0", key: Self.key))
        #expect(!ProofOfWork(bits: 0, salt: "salt").accepts(long, key: Self.key))
    }

    @Test
    func workIsDueForOneKeyAndOneGuessUnderOneAlarm() {
        let due = ProofOfWork.due(alarm: [1], key: Self.key, wrong: 0, bits: 20)
        #expect(due == ProofOfWork.due(alarm: [1], key: Self.key, wrong: 0, bits: 20))
        #expect(due.salt != ProofOfWork.due(alarm: [2], key: Self.key, wrong: 0, bits: 20).salt)
        #expect(due.salt != ProofOfWork.due(alarm: [1], key: Digest(of: [2]), wrong: 0, bits: 20).salt)
        #expect(due.salt != ProofOfWork.due(alarm: [1], key: Self.key, wrong: 1, bits: 20).salt)
    }

    private static let found = (0..<1_000_000).lazy.map(String.init).first { work.accepts($0, key: key) }
}
