import ChaveDeviceKeys
import ChaveWire
import Crypto
import Testing

@testable import ChaveSoftwareAuthenticator

/// What is read back from disk: whole, or not at all, and never a trap.
@Suite struct StoredFormTests {
    @Test func everyTruncationAndEveryChangeOfACredentialIsRefusedOrReadsAsAnother() throws {
        let good = try Sample.credential().encoded()
        #expect(DeviceCredential(decoding: good)?.encoded() == good)
        for length in 0..<good.count { #expect(DeviceCredential(decoding: Array(good.prefix(length))) == nil) }
        #expect(DeviceCredential(decoding: good + [0]) == nil)
        for index in good.indices {
            for bit in [UInt8(0x01), 0x20, 0x80] {
                var changed = good
                changed[index] ^= bit
                // Some changes make another credential; none is read as the old one.
                if let read = DeviceCredential(decoding: changed) { #expect(read.encoded() == changed) }
            }
        }
    }

    @Test func aCredentialWithOneMemberWrongIsRefused() throws {
        let members = try #require(try CBORValue(decoding: Sample.credential().encoded()).map)
        for index in members.indices {
            for value in [CBORValue.null, .negative(UInt64.max), .unsigned(.max), .map([]), .array([])] {
                var changed = members
                changed[index].value = value
                #expect(DeviceCredential(decoding: CBORValue.map(changed).encoded()) == nil, "member \(index)")
            }
            var fewer = members
            fewer.remove(at: index)
            #expect(DeviceCredential(decoding: CBORValue.map(fewer).encoded()) == nil)
        }
        let more = members + [CBORMember(key: .unsigned(11), value: .null)]
        #expect(DeviceCredential(decoding: CBORValue.map(more).encoded()) == nil)
    }

    @Test func aSecretKeepsItsNameAndBytes() throws {
        let secret = StoredSecret(name: "çã", bytes: [1, 2, 3])
        let good = secret.encoded()
        #expect(StoredSecret(decoding: good)?.name == "çã")
        #expect(StoredSecret(decoding: good)?.bytes == [1, 2, 3])
        for length in 0..<good.count { #expect(StoredSecret(decoding: Array(good.prefix(length))) == nil) }
    }

    @Test func randomBytesAreNoFile() {
        var generator = SeededGenerator(state: 1)
        for round in 0..<3_000 {
            let count = round % 120
            var bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            #expect(DeviceCredential(decoding: bytes) == nil)
            #expect(StoredSecret(decoding: bytes) == nil)
            #expect(PINState(decoding: bytes) == nil)
            #expect(SealedFile(decoding: bytes) == nil)
            // With a good beginning: read as a header, and no key opens it.
            bytes.replaceSubrange(0..<min(10, count), with: (Array("chavekey".utf8) + [1, 1]).prefix(count))
            if let file = SealedFile(decoding: bytes) {
                #expect(file.open(SymmetricKey(size: .bits256), name: "x") == nil)
            }
        }
    }

    @Test func oddPrivateKeysAreRefused() async {
        for algorithm in CredentialPrivateKey.algorithms + [.es384, COSEAlgorithm(rawValue: .min)] {
            for count in [0, 1, 31, 33, 64, 2_000] {
                #expect(throws: DeviceKeyError.self) {
                    try CredentialPrivateKey(algorithm: algorithm, secretBytes: [UInt8](repeating: 0, count: count))
                }
            }
        }
        await expectCode(.notSupported) { try CredentialPrivateKey.generate(.es384) }
    }

    @Test func aPrivateKeyIsNeverPrinted() throws {
        let credential = try Sample.credential()
        var text = ""
        dump(credential, to: &text)
        #expect(text.contains("<redacted>"))
        #expect("\(credential)".contains("<redacted>"))
    }

    /// SplitMix64.
    private struct SeededGenerator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
