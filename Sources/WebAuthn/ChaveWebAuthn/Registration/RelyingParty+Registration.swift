import ChaveBase
internal import ChaveWire
internal import Crypto

extension RelyingParty {
    /// Verifies a registration (WebAuthn Level 3, section 7.1) without any side effect.
    ///
    /// Before the call, the caller spends the challenge. After the call, the caller stores the credential if its id is
    /// new.
    public func verify(
        _ response: RegistrationResponse,
        expecting expectation: RegistrationExpectation
    ) async throws(RegistrationRefusal) -> VerifiedRegistration {
        do {
            return try await verifyExplaining(response, expecting: expectation)
        } catch {
            throw error.refusal
        }
    }

    /// Verifies a registration like `verify`, and explains a refused attestation to a developer.
    public func verifyExplaining(
        _ response: RegistrationResponse,
        expecting expectation: RegistrationExpectation
    ) async throws(ExplainedRegistrationRefusal) -> VerifiedRegistration {
        try await RegistrationProcedure(relyingParty: self, response: response, expectation: expectation).run()
    }
}

/// Runs WebAuthn Level 3, section 7.1, step by step.
///
/// These steps are not here: 1 to 4 are the client's, and 18 and 19 are the caller's, who gets both flags. Steps 26 and
/// 29 belong in the transaction that stores the credential. Unsolicited extensions (28) are accepted and ignored.
///
/// Two checks go beyond the procedure: the ids must agree, and the public key is checked in every format.
private struct RegistrationProcedure {
    let relyingParty: RelyingParty
    let response: RegistrationResponse
    let expectation: RegistrationExpectation

    func run() async throws(ExplainedRegistrationRefusal) -> VerifiedRegistration {
        let parts: Parts
        do throws(RegistrationRefusal) {
            parts = try checkedParts()
        } catch {
            throw ExplainedRegistrationRefusal(error)
        }
        let type: AttestationType
        do throws(AttestationRefusal) {
            type = try await attestationType(parts)
        } catch {
            throw ExplainedRegistrationRefusal(error)
        }
        do throws(RegistrationRefusal) {
            try requireIDLength(parts.attested)
        } catch {
            throw ExplainedRegistrationRefusal(error)
        }
        return verified(parts, type)
    }

    /// The values that the steps before the attestation pass to the steps after it.
    private struct Parts {
        let object: AttestationObject
        let data: AuthenticatorData
        let attested: AttestedCredentialData
        let coseKey: COSEKey
        let publicKey: CredentialPublicKey
        let clientDataHash: SHA256Digest
    }

    /// Steps 5 to 20.
    private func checkedParts() throws(RegistrationRefusal) -> Parts {
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
        return Parts(
            object: object,
            data: data,
            attested: attested,
            coseKey: coseKey,
            publicKey: publicKey,
            clientDataHash: clientDataHash
        )
    }

    /// Steps 21 to 24.
    private func attestationType(_ parts: Parts) async throws(AttestationRefusal) -> AttestationType {
        let format = try requireAcceptedFormat(parts.object)
        let evidence = try format.verify(
            AttestedRegistration(
                statement: parts.object.statement,
                authenticatorData: parts.object.authenticatorData,
                clientDataHash: parts.clientDataHash,
                relyingPartyIDHash: parts.data.relyingPartyIDHash,
                credential: parts.attested,
                coseKey: parts.coseKey,
                publicKey: parts.publicKey,
                policy: expectation.attestation
            )
        )
        return try await expectation.attestation.judge(evidence, in: format, aaguid: parts.attested.aaguid)
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
        guard let topOrigin = relyingParty.countedTopOrigin(of: clientData) else { return }
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

    /// CTAP2, section 8: another form is refused only when the policy requires the canonical form.
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

    /// Beyond step 20: refuses a key that cannot verify anything, or for which anybody can sign.
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
    private func requireAcceptedFormat(_ object: AttestationObject) throws(AttestationRefusal) -> AttestationFormat {
        guard let format = AttestationFormat(identifier: object.format) else { throw .formatUnsupported }
        guard expectation.attestation.acceptedFormats.contains(format) else { throw .formatNotAccepted }
        return format
    }

    /// Step 25.
    private func requireIDLength(_ attested: AttestedCredentialData) throws(RegistrationRefusal) {
        guard (1...1_023).contains(attested.credentialID.count) else { throw .credentialIDLengthInvalid }
    }

    /// Step 27, as far as it belongs to this module.
    private func verified(_ parts: Parts, _ attestation: AttestationType) -> VerifiedRegistration {
        VerifiedRegistration(
            credential: StoredCredential(
                id: parts.attested.credentialID,
                publicKey: parts.attested.publicKey,
                signCount: parts.data.signCount,
                backupEligible: parts.data.flags.contains(.backupEligible),
                backupState: parts.data.flags.contains(.backupState),
                userHandle: expectation.userHandle
            ),
            algorithm: parts.coseKey.algorithm,
            isUserVerified: parts.data.flags.contains(.userVerified),
            aaguid: parts.attested.aaguid,
            attestation: attestation,
            isCanonical: parts.object.isCanonical && parts.data.isCanonical
        )
    }
}
