import ChaveBase
public import ChaveCredentialChain
import Crypto
public import SignInModel

extension SignIn {
    /// Makes a certificate directly under a root.
    func certificate(
        for subject: CredentialSubject,
        key: P256.Signing.PublicKey,
        by root: TenantRoot,
        seconds: Int64
    ) throws(SignInFault) -> [UInt8] {
        do {
            return try root.issue(
                to: subject,
                key: key,
                serial: world.randomBytes(16),
                now: world.now(),
                seconds: seconds
            )
        } catch {
            throw .signing(underlying: error)
        }
    }

    /// Verifies a chain by itself, for this tenant and now; ``holder(of:)`` checks whether it was recorded.
    ///
    /// - Throws: `OAuthError.Code.invalidGrant`.
    public func verifiedChain(_ certificates: [[UInt8]], of tenant: TenantID) async throws -> VerifiedChain {
        let roots = try await roots(of: tenant)
        do {
            return try await CredentialChain.verify(
                certificates,
                tenant: tenant.text,
                roots: Set(roots),
                now: world.now()
            )
        } catch {
            throw OAuthError(.invalidGrant, "The certificates do not hold (\(error.rawValue)).")
        }
    }
}
