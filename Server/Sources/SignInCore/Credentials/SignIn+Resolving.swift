import ChaveCredentialChain
public import Crypto

/// Chains by what is recorded here.
extension SignIn: CredentialResolving {
    public func leafKey(of certificates: [[UInt8]], tenant: TenantID) async throws -> P256.Signing.PublicKey? {
        do {
            return try await verifiedChain(certificates, of: tenant).publicKey
        } catch let refusal as OAuthError where refusal.code == .invalidGrant {
            return nil
        }
    }

    public func signer(of certificates: [[UInt8]], tenant: TenantID) async throws -> ProofSigner {
        let holder = try await holder(of: certificates, tenant: tenant)
        return ProofSigner(user: holder.user.record.id, credential: holder.credential.record.id)
    }
}
