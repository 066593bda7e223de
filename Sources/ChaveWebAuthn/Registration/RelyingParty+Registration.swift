internal import ChaveWire
internal import Crypto

extension RelyingParty {
    /// Verifies a registration (WebAuthn Level 3, section 7.1) and changes nothing anywhere.
    ///
    /// The caller has spent the challenge before, and afterwards stores the credential if its id is new.
    public func verify(
        _ response: RegistrationResponse,
        expecting expectation: RegistrationExpectation
    ) async throws(RegistrationRefusal) -> VerifiedRegistration {
        try RegistrationProcedure(relyingParty: self, response: response, expectation: expectation).run()
    }
}

/// WebAuthn Level 3, section 7.1, step by step.
///
/// Not here: steps 1 to 4 are the client's; 18 and 19 are the caller's, who gets both flags; 23 has no trust anchors for
/// the formats that are supported; 26 and 29 belong into the transaction that stores; unsolicited extensions (28) are
/// accepted and ignored. Beyond the procedure: the ids must agree, and the public key is checked whatever the format.
private struct RegistrationProcedure {
    let relyingParty: RelyingParty
    let response: RegistrationResponse
    let expectation: RegistrationExpectation

    func run() throws(RegistrationRefusal) -> VerifiedRegistration {
        try requirePublicKeyType()
        try requireRawID()
        let clientData = try decodeClientData()
        try requireType(clientData)
        try requireChallenge(clientData)
        try requireOrigin(clientData)
        try requireFraming(clientData)
        try requireTopOrigin(clientData)
        let clientDataHash = SHA256.hash(data: response.clientDataJSON)
        let object = try decodeAttestationObject()
        let data = try decodeAuthenticatorData(object)
        try requireCanonicalForm(object, data)
        let attested = try requireAttestedCredential(data)
        try requireAttestedID(attested)
        try requireRelyingPartyID(data)
        try requireUserPresent(data)
        try requireUserVerified(data)
        try requireBackupFlags(data)
        let coseKey = try decodePublicKey(attested)
        try requireOfferedAlgorithm(coseKey)
        let publicKey = try requireUsableKey(coseKey)
        let format = try requireSupportedFormat(object)
        let signed = SignedBytes(authenticatorData: object.authenticatorData, clientDataHash: clientDataHash)
        let attestation = try format.verify(object.statement, signed: signed, by: publicKey, coseKey.algorithm)
        try requireAccepted(attestation)
        try requireIDLength(attested)
        return verified(data, attested, coseKey.algorithm, attestation, isCanonical: object.isCanonical)
    }

    private func requirePublicKeyType() throws(RegistrationRefusal) {
        guard isSame(response.type, "public-key") else { throw .typeNotPublicKey }
    }

    private func requireRawID() throws(RegistrationRefusal) {
        guard isSame(response.id, Base64URL.encode(response.rawID)) else { throw .idNotRawID }
    }

    /// Steps 5 and 6.
    private func decodeClientData() throws(RegistrationRefusal) -> CollectedClientData {
        do {
            return try CollectedClientData(decoding: response.clientDataJSON)
        } catch {
            throw .clientDataMalformed
        }
    }

    /// Step 7.
    private func requireType(_ clientData: CollectedClientData) throws(RegistrationRefusal) {
        guard isSame(clientData.type, "webauthn.create") else { throw .clientDataTypeMismatch }
    }

    /// Step 8.
    private func requireChallenge(_ clientData: CollectedClientData) throws(RegistrationRefusal) {
        guard isSameInConstantTime(clientData.challenge, expectation.challenge) else { throw .challengeMismatch }
    }

    /// Step 9.
    private func requireOrigin(_ clientData: CollectedClientData) throws(RegistrationRefusal) {
        guard relyingParty.accepts(origin: clientData.origin) else { throw .originNotAllowed }
    }

    /// Step 10.
    private func requireFraming(_ clientData: CollectedClientData) throws(RegistrationRefusal) {
        guard relyingParty.acceptsFraming(of: clientData) else { throw .crossOriginNotAllowed }
    }

    /// Step 11.
    private func requireTopOrigin(_ clientData: CollectedClientData) throws(RegistrationRefusal) {
        guard let topOrigin = clientData.topOrigin else { return }
        guard clientData.crossOrigin == true else { throw .topOriginWithoutCrossOrigin }
        guard relyingParty.accepts(topOrigin: topOrigin) else { throw .topOriginNotAllowed }
    }

    /// Step 13.
    private func decodeAttestationObject() throws(RegistrationRefusal) -> AttestationObject {
        do {
            return try AttestationObject(decoding: response.attestationObject)
        } catch {
            throw .attestationObjectMalformed
        }
    }

    /// Step 13, the inner part.
    private func decodeAuthenticatorData(_ object: AttestationObject) throws(RegistrationRefusal) -> AuthenticatorData {
        do {
            return try AuthenticatorData(decoding: object.authenticatorData)
        } catch {
            throw .authenticatorDataMalformed
        }
    }

    /// CTAP2, section 8: a client that gets the form wrong is refused only where the policy says so.
    private func requireCanonicalForm(
        _ object: AttestationObject,
        _ data: AuthenticatorData
    ) throws(RegistrationRefusal) {
        guard object.isCanonical && data.isCanonical || !expectation.requiresCanonicalForm else {
            throw .attestationObjectNotCanonical
        }
    }

    private func requireAttestedCredential(
        _ data: AuthenticatorData
    ) throws(RegistrationRefusal) -> AttestedCredentialData {
        guard let attested = data.attestedCredentialData else { throw .attestedCredentialMissing }
        return attested
    }

    private func requireAttestedID(_ attested: AttestedCredentialData) throws(RegistrationRefusal) {
        guard attested.credentialID == response.rawID else { throw .attestedCredentialIDMismatch }
    }

    /// Step 14.
    private func requireRelyingPartyID(_ data: AuthenticatorData) throws(RegistrationRefusal) {
        guard data.relyingPartyIDHash == relyingParty.idHash else { throw .relyingPartyIDMismatch }
    }

    /// Step 15.
    private func requireUserPresent(_ data: AuthenticatorData) throws(RegistrationRefusal) {
        guard data.flags.contains(.userPresent) || !expectation.requiresUserPresence else { throw .userNotPresent }
    }

    /// Step 16.
    private func requireUserVerified(_ data: AuthenticatorData) throws(RegistrationRefusal) {
        guard data.flags.contains(.userVerified) || expectation.userVerification != .required else {
            throw .userNotVerified
        }
    }

    /// Step 17.
    private func requireBackupFlags(_ data: AuthenticatorData) throws(RegistrationRefusal) {
        guard data.flags.contains(.backupEligible) || !data.flags.contains(.backupState) else {
            throw .backupStateWithoutEligibility
        }
    }

    private func decodePublicKey(_ attested: AttestedCredentialData) throws(RegistrationRefusal) -> COSEKey {
        do {
            return try COSEKey(decoding: attested.publicKey)
        } catch {
            throw .publicKeyMalformed
        }
    }

    /// Step 20.
    private func requireOfferedAlgorithm(_ key: COSEKey) throws(RegistrationRefusal) {
        guard expectation.algorithms.contains(key.algorithm) else { throw .algorithmNotOffered }
    }

    /// Beyond step 20: a key that can verify nothing, or that anyone can sign for, is not stored.
    private func requireUsableKey(_ key: COSEKey) throws(RegistrationRefusal) -> CredentialPublicKey {
        do {
            let publicKey = try CredentialPublicKey(key)
            try publicKey.requireSoundPoint()
            return publicKey
        } catch {
            switch error {
            case .algorithmMismatch: throw .algorithmKeyMismatch
            case .invalid: throw .publicKeyInvalid
            }
        }
    }

    /// Step 21.
    private func requireSupportedFormat(_ object: AttestationObject) throws(RegistrationRefusal) -> AttestationFormat {
        guard let format = AttestationFormat(identifier: object.format) else { throw .attestationFormatUnsupported }
        return format
    }

    /// Step 24.
    private func requireAccepted(_ attestation: AttestationType) throws(RegistrationRefusal) {
        guard expectation.attestation.acceptedTypes.contains(attestation) else { throw .attestationNotAccepted }
    }

    /// Step 25.
    private func requireIDLength(_ attested: AttestedCredentialData) throws(RegistrationRefusal) {
        guard (1...1_023).contains(attested.credentialID.count) else { throw .credentialIDLengthInvalid }
    }

    /// Step 27, as far as it is ours.
    private func verified(
        _ data: AuthenticatorData,
        _ attested: AttestedCredentialData,
        _ algorithm: COSEAlgorithm,
        _ attestation: AttestationType,
        isCanonical: Bool
    ) -> VerifiedRegistration {
        VerifiedRegistration(
            credential: StoredCredential(
                id: attested.credentialID,
                publicKey: attested.publicKey,
                signCount: data.signCount,
                backupEligible: data.flags.contains(.backupEligible),
                backupState: data.flags.contains(.backupState),
                userHandle: expectation.userHandle
            ),
            algorithm: algorithm,
            isUserVerified: data.flags.contains(.userVerified),
            aaguid: attested.aaguid,
            attestation: attestation,
            isCanonical: isCanonical && data.isCanonical
        )
    }
}
