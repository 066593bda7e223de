import ChaveWebAuthn
import Testing

/// Expects that the sample's attestation is refused for that reason; with `nil` that it is accepted.
func expect(
    _ refusal: AttestationRefusal?,
    _ sample: RegistrationSample,
    _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) async {
    #expect(await attestationRefusal(of: sample) == refusal, comment, sourceLocation: sourceLocation)
}

/// Why the sample's attestation is refused; `nil` when it is accepted.
///
/// Any other refusal is an issue.
private func attestationRefusal(of sample: RegistrationSample) async -> AttestationRefusal? {
    do {
        _ = try await sample.verifyExplaining()
        return nil
    } catch {
        let refusal = (error as? ExplainedRegistrationRefusal)?.attestation
        if refusal == nil { Issue.record(error) }
        return refusal
    }
}
