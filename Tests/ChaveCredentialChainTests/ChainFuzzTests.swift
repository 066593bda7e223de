import ChaveBase
import ChaveCredentialChain
import Crypto
import Testing

/// Whatever comes from outside is refused, and nothing traps.
@Suite(.timeLimit(.minutes(15)))
struct ChainFuzzTests {
    @Test func everyTruncationOfAChainIsRefused() async throws {
        let chain = try await Sample.chain(depth: 1)
        for (place, certificate) in chain.enumerated() {
            for length in certificate.indices {
                await Task.yield()
                var cut = chain
                cut[place] = Array(certificate.prefix(length))
                await #expect(throws: ChainRefusal.self, "certificate \(place) cut at \(length)") {
                    try await trusting(cut)
                }
            }
        }
    }

    /// Each byte with one of its bits changed; which, goes round.
    @Test func everyChangedByteOfAChainIsRefused() async throws {
        let chain = try await Sample.chain(depth: 1)
        for (place, certificate) in chain.enumerated() {
            for index in certificate.indices {
                await Task.yield()
                var changed = chain
                changed[place][index] ^= 1 << UInt8(index % 8)
                await #expect(throws: ChainRefusal.self) { try await Sample.verified(changed) }
                // A root counts for its bytes; its rules are read all the same where somebody trusts other ones.
                if place == 2 { _ = try? await trusting(changed) }
            }
        }
    }

    @Test func everyChangedByteOfWhatIsToBeSignedIsRefused() async throws {
        let parent = try await Sample.verified(Sample.chain(depth: 0))
        let toBeSigned = try Sample.toBeSigned(1, under: parent)
        let key = keyPlace(in: toBeSigned)
        var accepted = 0
        for index in toBeSigned.indices {
            for bit in [index % 8, (index + 3) % 8] {
                await Task.yield()
                var changed = toBeSigned
                changed[index] ^= 1 << UInt8(bit)
                guard let subject = try? ChildCertificate.check(toBeSigned: changed, under: parent, now: Sample.now)
                else {
                    continue
                }
                // What the server may choose freely is the serial number and the times.
                #expect(subject == Sample.subject(1))
                #expect(index < key)
                accepted += 1
            }
            let cut = Array(toBeSigned.prefix(index))
            #expect(throws: ChainRefusal.self) {
                try ChildCertificate.check(toBeSigned: cut, under: parent, now: Sample.now)
            }
        }
        #expect(accepted > 0 && accepted < 2 * 32)
    }

    @Test func noRequestTraps() async throws {
        let key = Sample.key(0)
        let request = try await CertificateRequest.make(key: key.publicKey) {
            Array(try key.signature(for: $0).derRepresentation)
        }
        for index in request.indices {
            await Task.yield()
            var changed = request
            changed[index] ^= 1 << UInt8(index % 8)
            #expect(throws: ChainRefusal.self) { try CertificateRequest(verifying: changed) }
            #expect(throws: ChainRefusal.self) { try CertificateRequest(verifying: Array(request.prefix(index))) }
        }
    }

    @Test func noTextTraps() async throws {
        let text = Array(PEM.encode(certificate: try Sample.first()).utf8)
        for index in text.indices.dropLast() {
            await Task.yield()
            var changed = text
            changed[index] ^= 1 << UInt8(index % 8)
            let read = try? PEM.decode(String(decoding: changed, as: UTF8.self))
            #expect(try read != Sample.first())
            #expect(throws: ChainRefusal.self) { try PEM.decode(String(decoding: text.prefix(index), as: UTF8.self)) }
        }
    }

    /// As if the last certificate were a root that is trusted, whatever it is.
    private func trusting(_ chain: [[UInt8]]) async throws -> VerifiedChain {
        let roots = Sample.roots.union(chain.last.map { [fingerprint(of: $0)] } ?? [])
        return try await CredentialChain.verify(chain, tenant: Sample.tenant, roots: roots, now: Sample.now)
    }

    /// Where the key's algorithm stands, after serial number and times.
    private func keyPlace(in toBeSigned: [UInt8]) -> Int {
        let algorithm: [UInt8] = [6, 7, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 2, 1]
        return toBeSigned.indices.first { toBeSigned[$0...].starts(with: algorithm) } ?? 0
    }
}
