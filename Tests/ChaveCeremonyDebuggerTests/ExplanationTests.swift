import ChaveCeremonyDebugger
import ChaveWebAuthn
import ChaveWire
import Testing

/// Each refusal that a request can meet, with words that its message must hold.
@Suite struct ExplanationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let refusal: String
        let step: String
        let words: [String]
        let sample: @Sendable () -> Sample

        var testDescription: String { "\(refusal) \(words.first ?? "")" }

        static func registration(
            _ refusal: String,
            _ step: String,
            _ words: [String],
            _ fault: @escaping @Sendable (inout Sample) -> Void
        ) -> Case {
            Case(refusal: refusal, step: step, words: words) {
                var sample = Sample.registration()
                fault(&sample)
                return sample
            }
        }

        static func authentication(
            _ refusal: String,
            _ step: String,
            _ words: [String],
            _ fault: @escaping @Sendable (inout Sample) -> Void
        ) -> Case {
            Case(refusal: refusal, step: step, words: words) {
                var sample = Sample.authentication()
                fault(&sample)
                return sample
            }
        }
    }

    @Test(arguments: Case.registrations + Case.authentications)
    func theMessageSaysWhatWasExpectedAndWhatCame(_ expected: Case) async throws {
        let verdict = try await expected.sample().verdict()
        #expect(verdict.outcome == .refused)
        #expect(verdict.json["verified"] == false)
        #expect(verdict.refusal == expected.refusal, "\(verdict.json.text)")
        #expect(verdict.json["step"]?.string == "WebAuthn Level 3, \(expected.step)")
        for word in expected.words { #expect(verdict.message.contains(word), "\(word): \(verdict.message)") }
        #expect(!verdict.message.contains("\n") && verdict.message.hasSuffix("."))
    }

    /// Nothing that the procedures can say is left without an example; the others cannot come from a request.
    @Test func everyRefusalThatCanComeIsAmongTheExamples() {
        let never: Set<String> = [
            "attestation_object_not_canonical", "credential_id_length_invalid", "credential_mismatch",
            "user_handle_missing",
        ]
        let registrations = RegistrationRefusal.allCases.filter { !$0.rawValue.hasPrefix("attestation_") }.map(
            \.rawValue
        )
        #expect(Set(registrations).subtracting(never).subtracting(Case.registrations.map(\.refusal)).isEmpty)
        let authentications = Set(AuthenticationRefusal.allCases.map(\.rawValue))
        #expect(authentications.subtracting(never).subtracting(Case.authentications.map(\.refusal)).isEmpty)
    }
}
