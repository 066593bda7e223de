import ChaveBase
import ChaveCredentialChain
import SignInModel

extension SignIn {
    /// A sign-in renews a certificate that has less than this time left.
    private static let renewalSeconds: Int64 = 60 * 86_400

    /// The device's chain from now on, as PEM; `nil` where the device already has it.
    ///
    /// A certificate with less than 60 days left is replaced by one directly under the newest root, for the same key.
    /// The record still names the credential that let the device in, so that revoking with `below` still reaches it.
    public func renewal(of holder: CredentialHolder) async throws -> [String]? {
        let left = holder.chain.notAfter.seconds - world.now().seconds
        guard left < SignIn.renewalSeconds else {
            return holder.isBehind ? SignIn.pem(holder.chain.certificates) : nil
        }
        return try await records.changing {
            let now = try await self.holder(of: holder.chain)
            var credential = now.credential
            guard !now.isBehind else { return (RecordChange(), SignIn.pem(credential.record.chain)) }
            let root = try await signingRoot(of: credential.record.tenant)
            let certificate = try certificate(
                for: now.chain.subject,
                key: now.chain.publicKey,
                by: root,
                seconds: policy.certificateSeconds
            )
            credential.record.take(certificate, under: root.certificate)
            var change = RecordChange()
            change.require(now.user)
            for one in now.above { change.require(one) }
            change.replace(credential)
            return (change, SignIn.pem(credential.record.chain))
        }
    }

    private static func pem(_ chain: [[UInt8]]) -> [String] { chain.map { PEM.encode(certificate: $0) } }
}
