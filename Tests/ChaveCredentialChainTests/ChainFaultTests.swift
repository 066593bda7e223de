import ChaveBase
import ChaveCredentialChain
import Crypto
import SwiftASN1
import Testing
import X509

/// One fault at a time.
@Suite(.timeLimit(.minutes(15)))
struct ChainFaultTests {
    @Test func theDraftIsRightBeforeItIsMadeWrong() async throws {
        let draft = try CertificateDraft(device: 1)
        let chain = try await Sample.verified([draft.der(), Sample.first(), Sample.root.certificate])
        #expect(chain.depth == 1)
        let parent = try await parent()
        let subject = try ChildCertificate.check(toBeSigned: draft.toBeSigned(), under: parent, now: Sample.now)
        #expect(subject == chain.subject)
    }

    /// A new refusal without a case here does not compile.
    @Test(arguments: ChainRefusal.allCases)
    func eachRefusalIsReached(_ expected: ChainRefusal) async throws {
        let chain = try await chain(refusedAs: expected)
        await #expect(throws: expected) { try await Sample.verified(chain) }
    }

    @Test(arguments: CertificateFault.inContents)
    func eachFaultIsNamed(_ fault: CertificateFault) async throws {
        var draft = try CertificateDraft(device: 1)
        try fault.apply(&draft)
        let chain = try [draft.der(), Sample.first(), Sample.root.certificate]
        await #expect(throws: fault.refusal) { try await Sample.verified(chain) }
    }

    @Test(arguments: CertificateFault.inContents)
    func nothingElseIsSignedForASecondDevice(_ fault: CertificateFault) async throws {
        var draft = try CertificateDraft(device: 1)
        try fault.apply(&draft)
        let toBeSigned = try draft.toBeSigned()
        let parent = try await parent()
        #expect(throws: fault.refusal) {
            try ChildCertificate.check(toBeSigned: toBeSigned, under: parent, now: Sample.now)
        }
    }

    /// The refusals' order is the precedence: of two faults the earlier is named.
    @Test func ofTwoFaultsTheEarlierIsNamed() async throws {
        var pairs = 0
        let faults = ChainRefusal.allCases.compactMap { refusal in
            CertificateFault.inContents.first { $0.refusal == refusal }
        }
        for (index, earlier) in faults.enumerated() {
            for later in faults[(index + 1)...] where later.part != earlier.part {
                await Task.yield()
                var draft = try CertificateDraft(device: 1)
                try later.apply(&draft)
                try earlier.apply(&draft)
                let chain = try [draft.der(), Sample.first(), Sample.root.certificate]
                await #expect(throws: earlier.refusal, "\(earlier.name), \(later.name)") {
                    try await Sample.verified(chain)
                }
                pairs += 1
            }
        }
        #expect(pairs > 100)
    }

    @Test func ofTwoCertificatesTheOneNearerTheRootIsNamed() async throws {
        var upper = try CertificateDraft(device: 0)
        try upper.set(Critical(KeyUsage(digitalSignature: true)))
        var lower = try CertificateDraft(device: 1)
        lower.key = Certificate.PublicKey(P384.Signing.PrivateKey().publicKey)
        let chain = try [lower.der(), upper.der(), Sample.root.certificate]
        await #expect(throws: ChainRefusal.wrongKeyUsage) { try await Sample.verified(chain) }
    }

    @Test func aCertificateSignedByAnyOtherDeviceIsRefused() async throws {
        for signer in [Sample.rootKey(), Sample.key(1), Sample.key(2)] {
            var draft = try CertificateDraft(device: 1)
            draft.signer = Certificate.PrivateKey(signer)
            let chain = try [draft.der(), Sample.first(), Sample.root.certificate]
            await #expect(throws: ChainRefusal.badSignature) { try await Sample.verified(chain) }
        }
    }

    private func parent() async throws -> VerifiedChain {
        try await Sample.verified([Sample.first(), Sample.root.certificate])
    }

    private func chain(refusedAs refusal: ChainRefusal) async throws -> [[UInt8]] {
        let root = Sample.root.certificate
        let first = try Sample.first()
        var draft = try CertificateDraft(device: 1)
        switch refusal {
        case .noDeviceCertificate: return [root]
        case .tooManyCertificates: return try await [CertificateDraft(device: 5).der()] + Sample.chain(depth: 4)
        case .certificateTooLarge:
            let filler = Array(repeating: UInt8(0), count: 2_048)
            draft.set(.init(oid: [1, 3, 6, 1, 4, 1, 99999, 1], critical: false, value: filler[...]))
        case .repeatedCertificate: return [first, first, root]
        case .unknownRoot: return [first, Sample.root(2).certificate]
        case .malformed: draft.damage = { $0 + [0] }
        case .wrongAlgorithm: draft.algorithm = .ecdsaWithSHA384
        case .badSignature: draft.signer = Certificate.PrivateKey(Sample.key(9))
        case .wrongKey, .repeatedKey, .wrongIssuer, .wrongSubject, .wrongTenant, .wrongUser, .repeatedSubject,
            .wrongSerial, .notYetValid, .expired, .wrongValidity, .unknownExtension, .wrongBasicConstraints,
            .wrongPathLength, .wrongKeyUsage, .wrongNameConstraint, .wrongAlternativeName, .wrongKeyIdentifier,
            .notCanonical:
            let fault = try #require(CertificateFault.inContents.first { $0.refusal == refusal })
            try fault.apply(&draft)
        }
        return try [draft.der(), first, root]
    }
}
