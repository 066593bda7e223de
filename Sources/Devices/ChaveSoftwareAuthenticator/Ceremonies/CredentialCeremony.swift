import ChaveDeviceKeys
import ChaveWire
import Crypto

/// The result of the gesture.
struct UserFlags {
    let isVerified: Bool

    /// UP always, and UV when the person was verified.
    var flags: AuthenticatorData.Flags { isVerified ? [.userPresent, .userVerified] : [.userPresent] }

    /// Checks that a required verification took place.
    ///
    /// - Throws: `.notAllowed` when verification is required and the gesture showed only presence.
    func requireVerification(_ requirement: GestureRequest.Verification) throws(DeviceKeyError) {
        guard isVerified || requirement != .required else {
            throw DeviceKeyError(.notAllowed, "user verification is required and was not given")
        }
    }
}

/// The bytes that an authenticator creates for a credential (WebAuthn Level 3, sections 6.1, 6.5 and 8).
///
/// This type asks nobody, stores nothing and uses no randomness, so that tests can reproduce published vectors byte for
/// byte.
struct CredentialCeremony {
    let credential: DeviceCredential
    let flags: AuthenticatorData.Flags
    let signCount: UInt32

    /// The authenticator data of a registration.
    func registrationData(aaguid: [UInt8]) -> [UInt8] {
        let attested = AttestedCredentialData(
            aaguid: aaguid,
            credentialID: credential.id,
            publicKey: credential.privateKey.publicKey.encoded()
        )
        return data(attested).encoded()
    }

    /// The authenticator data of an assertion.
    func assertionData() -> [UInt8] { data(nil).encoded() }

    /// The signature over authenticator data and client data (section 6.3.3, step 11).
    func signature(over data: [UInt8], clientDataJSON: [UInt8]) throws(DeviceKeyError) -> [UInt8] {
        try credential.privateKey.signature(over: data + Array(SHA256.hash(data: clientDataJSON)))
    }

    /// The attestation object around a registration's authenticator data.
    func attestationObject(
        _ data: [UInt8],
        _ attestation: SoftwareAuthenticator.Configuration.Attestation,
        clientDataJSON: [UInt8]
    ) throws(DeviceKeyError) -> [UInt8] {
        switch attestation {
        case .none:
            return AttestationObject(format: "none", statement: .map([]), authenticatorData: data).encoded()
        case .packedSelf:
            let statement: CBORValue = .map([
                CBORMember(key: .text("alg"), value: CBORValue(credential.privateKey.algorithm.rawValue)),
                CBORMember(key: .text("sig"), value: .bytes(try signature(over: data, clientDataJSON: clientDataJSON))),
            ])
            return AttestationObject(format: "packed", statement: statement, authenticatorData: data).encoded()
        }
    }

    private func data(_ attested: AttestedCredentialData?) -> AuthenticatorData {
        AuthenticatorData(
            relyingPartyIDHash: Array(SHA256.hash(data: Array(credential.relyingPartyID.utf8))),
            flags: flags,
            signCount: signCount,
            attestedCredentialData: attested
        )
    }
}
