import ChaveBase
public import ChaveCredentialChain
import Crypto

extension SignIn {
    /// A certificate directly under a root.
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

    /// A chain that holds by itself, in that tenant, now; whether it was recorded is asked by ``holder(of:)``.
    ///
    /// - Throws: ``OAuthError/Code/invalidGrant``.
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
