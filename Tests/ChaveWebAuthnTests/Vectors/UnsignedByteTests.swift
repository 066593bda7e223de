import ChaveWebAuthn
import ChaveWire
import Testing

/// Which bytes of a registration can be changed unnoticed, listed by offset; all others are refused.
@Suite(.enabled(if: Vectors.areThere, "no test vectors: set CHAVE_VECTORS"))
struct UnsignedByteTests {
    private typealias Part = any WritableKeyPath<RegistrationResponse, [UInt8]> & Sendable

    /// The offsets at which some flip of one bit goes unnoticed.
    private func unnoticed(
        _ vector: SpecificationVector,
        _ part: Part,
        _ policy: AttestationPolicy = .unanchored
    ) async -> [Int] {
        let original = vector.registration[keyPath: part]
        var offsets: [Int] = []
        for offset in original.indices {
            var passes = false
            for changed in Mutations.flips(of: original, at: offset) {
                var response = vector.registration
                response[keyPath: part] = changed
                if (try? await vector.register(response, attestation: policy)) != nil { passes = true }
            }
            if passes { offsets.append(offset) }
            await Task.yield()  // Thousands of signatures; other tests share the threads.
        }
        ran(8 * original.count, .mutant)
        return offsets
    }

    private func vector(_ name: String) throws -> SpecificationVector {
        try #require(SpecificationVector.all.first { $0.name == name })
    }

    /// Self attestation signs authenticator data and client data; the rest is structure that has one form.
    @Test func selfAttestationLeavesNothingUnsigned() async throws {
        let vector = try vector("packed-self-es256")
        #expect(await unnoticed(vector, \.attestationObject) == [])
        #expect(await unnoticed(vector, \.clientDataJSON) == [])
    }

    /// How many bits of the authority's signature on a certificate are unused: nothing signs that, and the library takes
    /// any number for which those bits are zero.
    private static let unsigned = [
        "packed-es384": [588], "packed-rs256": [588], "fido-u2f-es256": [585], "apple-es256": [560],
    ]

    /// With its root as the only anchor a chain leaves nothing else unsigned, its own certificates included.
    @Test(arguments: [
        "packed-es256", "packed-es384", "packed-rs256", "packed-eddsa", "apple-es256", "android-key-es256",
        "tpm-es256",
    ])
    func anAnchoredChainLeavesNothingElseUnsigned(_ name: String) async throws {
        let vector = try vector(name)
        let policy = try SpecificationVector.policy()
        let offsets = await unnoticed(vector, \.attestationObject, policy)
        #expect(offsets == Self.unsigned[name] ?? [])
        #expect(await unnoticed(vector, \.clientDataJSON, policy) == [])
    }

    /// A U2F key signs neither flags, counter nor model.
    @Test func fidoU2FLeavesThesePlacesUnsigned() async throws {
        let vector = try vector("fido-u2f-es256")
        let object = try AttestationObject(decoding: vector.registration.attestationObject)
        let start = vector.registration.attestationObject.count - object.authenticatorData.count
        let offsets = await unnoticed(vector, \.attestationObject, try SpecificationVector.policy())
        #expect(offsets == (Self.unsigned[vector.name] ?? []) + Array(start + 32..<start + 53))
        #expect(await unnoticed(vector, \.clientDataJSON, try SpecificationVector.policy()) == [])
    }

    /// `none` signs nothing, but most bytes have no other form than the right one.
    ///
    /// Those of the structure, the relying party, the credential id and the public key are refused all the same.
    @Test(arguments: ["none-es256", "none-es256-crossOrigin", "none-es256-topOrigin"])
    func withoutAttestationThesePlacesAreUnsigned(_ name: String) async throws {
        let authenticatorData = 30
        let flags = [authenticatorData + 32]
        let counter = Array(authenticatorData + 33..<authenticatorData + 37)
        let aaguid = Array(authenticatorData + 37..<authenticatorData + 53)
        #expect(await unnoticed(try vector(name), \.attestationObject) == flags + counter + aaguid)
    }

    /// In client data these are the member that nobody knows, name and text, and the name of one that may be absent.
    @Test(arguments: [
        ("none-es256", [116..<127, 136..<145, 148..<253]),
        ("none-es256-crossOrigin", [116..<127, 135..<144, 147..<252]),
        // Who is in a frame may leave out in whose, but not the reverse.
        ("none-es256-topOrigin", [135..<144]),
    ])
    func withoutAttestationAnUnknownMemberIsUnsigned(_ name: String, _ places: [Range<Int>]) async throws {
        #expect(await unnoticed(try vector(name), \.clientDataJSON) == places.flatMap { Array($0) })
    }

    @Test(arguments: SpecificationVector.all)
    func everyRegistrationThatIsCutOrLongerIsRefused(_ vector: SpecificationVector) async throws {
        for part in [\.clientDataJSON, \.attestationObject]
            as [WritableKeyPath<RegistrationResponse, [UInt8]> & Sendable]
        {
            let original = vector.registration[keyPath: part]
            for other in Mutations.truncations(of: original) + [original + [0], [0] + original] {
                var response = vector.registration
                response[keyPath: part] = other
                await #expect(throws: RegistrationRefusal.self) { try await vector.register(response) }
                await Task.yield()
            }
        }
    }
}
