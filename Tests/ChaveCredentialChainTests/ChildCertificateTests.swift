import ChaveBase
import ChaveCredentialChain
import Crypto
import Testing

@Suite(.timeLimit(.minutes(15)))
struct ChildCertificateTests {
    @Test func whatTheServerWroteIsWhatTheDeviceSigns() async throws {
        let parent = try await Sample.verified(Sample.chain(depth: 0))
        let toBeSigned = try Sample.toBeSigned(1, under: parent)
        let subject = try ChildCertificate.check(toBeSigned: toBeSigned, under: parent, now: Sample.now)
        #expect(subject == Sample.subject(1))
    }

    @Test func aDeviceWhoseClockIsALittleBehindSigns() async throws {
        let parent = try await Sample.verified(Sample.chain(depth: 0), now: Sample.now.adding(seconds: -300))
        let toBeSigned = try Sample.toBeSigned(1, under: parent)
        let behind = Sample.now.adding(seconds: -300)
        #expect(throws: Never.self) { try ChildCertificate.check(toBeSigned: toBeSigned, under: parent, now: behind) }
        #expect(throws: ChainRefusal.notYetValid) {
            try ChildCertificate.check(toBeSigned: toBeSigned, under: parent, now: behind.adding(seconds: -1))
        }
    }

    @Test func aCertificateForAnotherDeviceIsNotSignedByThisOne() async throws {
        let other = try await Sample.verified(Sample.chain(depth: 1))
        let parent = try await Sample.verified(Sample.chain(depth: 0))
        let toBeSigned = try Sample.toBeSigned(2, under: other)
        #expect(throws: ChainRefusal.wrongIssuer) {
            try ChildCertificate.check(toBeSigned: toBeSigned, under: parent, now: Sample.now)
        }
    }

    @Test func theServerWritesNothingThatTheDeviceWouldRefuse() async throws {
        let parent = try await Sample.verified(Sample.chain(depth: 0))
        func written(
            _ subject: CredentialSubject = Sample.subject(1),
            key: P256.Signing.PublicKey = Sample.key(1).publicKey,
            now: Timestamp = Sample.now,
            seconds: Int64 = 60
        ) throws -> [UInt8] {
            try ChildCertificate.toBeSigned(
                subject: subject,
                key: key,
                parent: parent,
                serial: Sample.serial(1),
                now: now,
                seconds: seconds
            )
        }
        #expect(throws: Never.self) { try written() }
        #expect(throws: ChainRefusal.wrongUser) { try written(Sample.subject(1, user: Sample.otherUser)) }
        #expect(throws: ChainRefusal.repeatedSubject) { try written(Sample.subject(0)) }
        #expect(throws: ChainRefusal.repeatedKey) { try written(key: Sample.key(0).publicKey) }
        #expect(throws: ChainRefusal.expired) { try written(now: parent.notAfter.adding(seconds: 1)) }
        #expect(throws: ChainRefusal.wrongValidity) { try written(seconds: 0) }
        #expect(throws: ChainRefusal.wrongValidity) { try written(seconds: .min) }
    }

    @Test func onlyTheParentsSignatureMakesACertificate() async throws {
        let parent = try await Sample.verified(Sample.chain(depth: 0))
        let toBeSigned = try Sample.toBeSigned(1, under: parent)
        let signature = Array(try Sample.key(0).signature(for: toBeSigned).derRepresentation)
        let others = try [
            Array(Sample.key(1).signature(for: toBeSigned).derRepresentation), [], [0x30, 0], signature + [0],
            Array(Sample.key(0).signature(for: toBeSigned + [0]).derRepresentation),
        ]
        for other in others {
            #expect(throws: ChainRefusal.badSignature) {
                try ChildCertificate.assembled(toBeSigned: toBeSigned, signature: other, by: parent)
            }
        }
        let child = try ChildCertificate.assembled(toBeSigned: toBeSigned, signature: signature, by: parent)
        #expect(try await Sample.verified([child] + parent.certificates).subject == Sample.subject(1))
    }
}
