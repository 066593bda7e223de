import ChaveBase
import ChaveCredentialChain
import Crypto
import Testing

@Suite(.timeLimit(.minutes(15)))
struct ChainTests {
    @Test(arguments: 0...4)
    func aChainOfUpToFiveDevicesLeadsToTheRoot(depth: Int) async throws {
        let certificates = try await Sample.chain(depth: depth)
        let chain = try await Sample.verified(certificates)
        #expect(chain.subject == Sample.subject(depth))
        #expect(chain.depth == depth)
        #expect(chain.publicKey.rawRepresentation == Sample.key(depth).publicKey.rawRepresentation)
        #expect(chain.certificates == certificates)
        #expect(chain.rootFingerprint == Sample.root.fingerprint)
        #expect(chain.notAfter == Sample.now.adding(seconds: Sample.year))
        #expect(chain.mayExtend == (depth < 4))
        #expect(chain.keyDigest == Array(SHA256.hash(data: Sample.key(depth).publicKey.derRepresentation)))
    }

    @Test func aSixthDeviceGetsNoCertificate() async throws {
        let last = try await Sample.verified(Sample.chain(depth: 4))
        #expect(throws: ChainRefusal.tooManyCertificates) { try Sample.toBeSigned(5, under: last) }
    }

    @Test func theFirstAndTheLastSecondCountAndTheOnesBesideThemDoNot() async throws {
        let certificates = try await Sample.chain(depth: 1)
        let first = Sample.now.adding(seconds: -300)
        let last = Sample.now.adding(seconds: Sample.year)
        #expect(try await Sample.verified(certificates, now: first).depth == 1)
        #expect(try await Sample.verified(certificates, now: last).depth == 1)
        #expect(try await Sample.verified(certificates, now: last.adding(microseconds: 999_999)).depth == 1)
        await #expect(throws: ChainRefusal.notYetValid) {
            try await Sample.verified(certificates, now: first.adding(microseconds: -1))
        }
        await #expect(throws: ChainRefusal.expired) {
            try await Sample.verified(certificates, now: last.adding(seconds: 1))
        }
    }

    @Test(arguments: [Int64.min, -1, 0, .max])
    func noTimeTraps(microseconds: Int64) async throws {
        let now = Timestamp(microseconds: microseconds)
        let certificates = try await Sample.chain(depth: 1)
        await #expect(throws: ChainRefusal.self) { try await Sample.verified(certificates, now: now) }
        let parent = try await Sample.verified(certificates)
        #expect(throws: ChainRefusal.self) {
            try ChildCertificate.check(toBeSigned: Sample.toBeSigned(2, under: parent), under: parent, now: now)
        }
        #expect(throws: ChainRefusal.self) {
            try Sample.root.issue(
                to: Sample.subject(0),
                key: Sample.key(0).publicKey,
                serial: Sample.serial(1),
                now: now,
                seconds: microseconds
            )
        }
    }

    @Test func twoRootsCountDuringARollover() async throws {
        let certificates = try await Sample.chain(depth: 2)
        let roots: Set = [Sample.root(2).fingerprint, Sample.root.fingerprint]
        let chain = try await CredentialChain.verify(certificates, tenant: "bank", roots: roots, now: Sample.now)
        #expect(chain.rootFingerprint == Sample.root.fingerprint)
    }

    @Test func aChainOfAnotherTenantDoesNotCountUnderAKnownRoot() async throws {
        let certificates = try await Sample.chain(depth: 0)
        await #expect(throws: ChainRefusal.wrongTenant) {
            try await CredentialChain.verify(certificates, tenant: "shop", roots: Sample.roots, now: Sample.now)
        }
    }

    /// Leftovers, omissions and another order are one thing: a certificate that its neighbour did not issue.
    @Test func everyOtherOrderAndEverySubsetIsRefused() async throws {
        let whole = try await Sample.chain(depth: 3)
        var refused = 0
        for order in permutations(of: Array(whole.indices)) where order != Array(whole.indices) {
            await Task.yield()
            await #expect(throws: ChainRefusal.self) { try await Sample.verified(order.map { whole[$0] }) }
            refused += 1
        }
        #expect(refused == 119)
        for index in whole.indices.dropFirst() {
            var others = whole
            others.remove(at: index)
            await #expect(throws: ChainRefusal.self) { try await Sample.verified(others) }
        }
    }

    @Test func aRootIsNoCredential() async throws {
        await #expect(throws: ChainRefusal.noDeviceCertificate) {
            try await Sample.verified([Sample.root.certificate])
        }
        await #expect(throws: ChainRefusal.noDeviceCertificate) { try await Sample.verified([]) }
    }

    private func permutations(of items: [Int]) -> [[Int]] {
        guard items.count > 1 else { return [items] }
        return items.flatMap { first in
            permutations(of: items.filter { $0 != first }).map { [first] + $0 }
        }
    }
}
