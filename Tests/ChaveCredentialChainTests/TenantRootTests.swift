import ChaveBase
import ChaveCredentialChain
import Crypto
import Testing

struct TenantRootTests {
    @Test func aStoredRootIsTheSameRoot() async throws {
        let again = try TenantRoot(tenant: "bank", certificate: Sample.root.certificate, key: Sample.rootKey())
        #expect(again.fingerprint == Sample.root.fingerprint)
        #expect(again.fingerprint == fingerprint(of: again.certificate))
        let device = try again.issue(
            to: Sample.subject(0),
            key: Sample.key(0).publicKey,
            serial: Sample.serial(1),
            now: Sample.now,
            seconds: Sample.year
        )
        #expect(try await Sample.verified([device, again.certificate]).depth == 0)
    }

    @Test func aRootWithAnothersKeyOrNameIsRefused() throws {
        let certificate = Sample.root.certificate
        #expect(throws: ChainRefusal.wrongKey) {
            try TenantRoot(tenant: "bank", certificate: certificate, key: Sample.key(0))
        }
        #expect(throws: ChainRefusal.wrongTenant) {
            try TenantRoot(tenant: "shop", certificate: certificate, key: Sample.rootKey())
        }
        #expect(throws: ChainRefusal.self) {
            try TenantRoot(tenant: "bank", certificate: Sample.first(), key: Sample.rootKey())
        }
    }

    @Test func aDevicesCertificateEndsWithTheRoots() async throws {
        let late = Sample.now.adding(seconds: 3_653 * 86_400 - 60)
        let device = try Sample.root.issue(
            to: Sample.subject(0),
            key: Sample.key(0).publicKey,
            serial: Sample.serial(1),
            now: late,
            seconds: Sample.year
        )
        let chain = try await Sample.verified([device, Sample.root.certificate], now: late)
        #expect(chain.notAfter == late.adding(seconds: 60))
        #expect(throws: ChainRefusal.expired) {
            try Sample.root.issue(
                to: Sample.subject(0),
                key: Sample.key(0).publicKey,
                serial: Sample.serial(1),
                now: late.adding(seconds: 61),
                seconds: Sample.year
            )
        }
    }

    /// Under the same name and key the new certificate takes the old one's place in the chains below it.
    @Test func aRenewedDeviceStillVouchesForThoseBelowIt() async throws {
        let chain = try await Sample.chain(depth: 1)
        let later = Sample.now.adding(seconds: 320 * 86_400)
        let renewed = try Sample.root.issue(
            to: Sample.subject(0),
            key: Sample.key(0).publicKey,
            serial: Sample.serial(30),
            now: later,
            seconds: Sample.year
        )
        let below = try await Sample.verified([chain[0], renewed, chain[2]], now: later)
        #expect(below.subject == Sample.subject(1))
        #expect(below.notAfter == Sample.now.adding(seconds: Sample.year))
        #expect(try await Sample.verified([renewed, chain[2]], now: later).notAfter > below.notAfter)
    }

    @Test func noDeviceGetsMoreThanAYear() async throws {
        let device = try Sample.root.issue(
            to: Sample.subject(0),
            key: Sample.key(0).publicKey,
            serial: Sample.serial(1),
            now: Sample.now,
            seconds: .max
        )
        let chain = try await Sample.verified([device, Sample.root.certificate])
        #expect(chain.notAfter < Sample.now.adding(seconds: 367 * 86_400))
    }

    @Test(arguments: [
        CredentialSubject(tenant: "shop", user: "u", credential: "c"),
        CredentialSubject(tenant: "bank", user: "u.v", credential: "c"),
        CredentialSubject(tenant: "bank", user: "", credential: "c"),
        CredentialSubject(tenant: "bank", user: "u", credential: "C"),
        CredentialSubject(tenant: "bank", user: "u", credential: "-c"),
        CredentialSubject(tenant: "bank", user: "u", credential: String(repeating: "c", count: 64)),
        CredentialSubject(tenant: "bank", user: "u", credential: "\u{0}"),
    ])
    func whatIsNoLabelOfADomainGetsNoCertificate(subject: CredentialSubject) {
        #expect(throws: ChainRefusal.self) {
            try Sample.root.issue(
                to: subject,
                key: Sample.key(0).publicKey,
                serial: Sample.serial(1),
                now: Sample.now,
                seconds: Sample.year
            )
        }
    }

    /// Labels at their longest make a domain name that the constraints still read.
    @Test func theLongestNamesFit() async throws {
        let label = String(repeating: "a", count: 63)
        let root = Sample.root(3, of: label)
        let subject = CredentialSubject(tenant: label, user: label, credential: label)
        let device = try root.issue(
            to: subject,
            key: Sample.key(0).publicKey,
            serial: [0, 0x80] + Array(repeating: 1, count: 14),
            now: Sample.now,
            seconds: 60
        )
        let chain = try await CredentialChain.verify(
            [device, root.certificate],
            tenant: label,
            roots: [root.fingerprint],
            now: Sample.now
        )
        #expect(chain.subject == subject)
    }

    @Test(arguments: [0, 15, 17])
    func aSerialNumberHasSixteenBytes(count: Int) {
        #expect(throws: ChainRefusal.wrongSerial) {
            try Sample.root.issue(
                to: Sample.subject(0),
                key: Sample.key(0).publicKey,
                serial: Array(repeating: 1, count: count),
                now: Sample.now,
                seconds: 60
            )
        }
    }
}
