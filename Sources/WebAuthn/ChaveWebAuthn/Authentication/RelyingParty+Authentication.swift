import ChaveBase
internal import ChaveWire
internal import Crypto

extension RelyingParty {
    /// Verifies an assertion (WebAuthn Level 3, section 7.2) without any side effect.
    ///
    /// Before the call, the caller spends the challenge and finds `stored` by the credential's id and its owner. After
    /// the call, the caller stores the counter and the flags, together with the purpose of the assertion.
    public func verify(
        _ response: AuthenticationResponse,
        against stored: StoredCredential,
        expecting expectation: AuthenticationExpectation
    ) throws(AuthenticationRefusal) -> VerifiedAuthentication {
        try AuthenticationProcedure(relyingParty: self, response: response, stored: stored, expectation: expectation)
            .run()
    }
}

/// Runs WebAuthn Level 3, section 7.2, step by step.
///
/// Two checks leave the specification's order: the user handle of step 6 and the comparison of step 19 come after the
/// signature. A client without the key therefore learns nothing about the stored state.
///
/// These steps are not here: 1 to 4 are the client's, and the caller finds the credential in step 6. Unsolicited
/// extensions (23) are accepted and ignored, and 24 is the caller's transaction.
private struct AuthenticationProcedure {
    let relyingParty: RelyingParty
    let response: AuthenticationResponse
    let stored: StoredCredential
    let expectation: AuthenticationExpectation

    func run() throws(AuthenticationRefusal) -> VerifiedAuthentication {
        try requirePublicKeyType()
        try requireRawID()
        try requireAllowedCredential()
        try requireStoredCredential()
        let clientData = try decodeClientData()
        try requireType(clientData)
        try requireChallenge(clientData)
        try requireOrigin(clientData)
        try requireFraming(clientData)
        try requireTopOrigin(clientData)
        let data = try decodeAuthenticatorData()
        try requireNoAttestedCredential(data)
        try requireRelyingPartyID(data)
        try requireUserPresent(data)
        try requireUserVerified(data)
        try requireBackupFlags(data)
        try requireSignature(by: try storedPublicKey())
        try requireUserHandle()
        try requireBackupEligibility(data)
        let isPossibleClone = try requireCounter(data)
        return VerifiedAuthentication(data, of: stored, isPossibleClone: isPossibleClone)
    }

    private func requirePublicKeyType() throws(AuthenticationRefusal) {
        guard isSame(response.type, "public-key") else { throw .typeNotPublicKey }
    }

    private func requireRawID() throws(AuthenticationRefusal) {
        guard isSame(response.id, Base64URL.encode(response.rawID)) else { throw .idNotRawID }
    }

    /// Step 5.
    private func requireAllowedCredential() throws(AuthenticationRefusal) {
        guard let allowed = expectation.allowedCredentials else { return }
        guard allowed.contains(response.rawID) else { throw .credentialNotAllowed }
    }

    /// Step 6: the credential that the caller found is the one that the answer names.
    private func requireStoredCredential() throws(AuthenticationRefusal) {
        guard response.rawID == stored.id else { throw .credentialMismatch }
    }

    /// Steps 8 and 9.
    private func decodeClientData() throws(AuthenticationRefusal) -> CollectedClientData {
        do {
            return try CollectedClientData(decoding: response.clientDataJSON)
        } catch {
            throw .clientDataMalformed
        }
    }

    /// Step 10.
    private func requireType(_ clientData: CollectedClientData) throws(AuthenticationRefusal) {
        guard isSame(clientData.type, "webauthn.get") else { throw .clientDataTypeMismatch }
    }

    /// Step 11.
    private func requireChallenge(_ clientData: CollectedClientData) throws(AuthenticationRefusal) {
        guard isSameInConstantTime(clientData.challenge, expectation.challenge) else { throw .challengeMismatch }
    }

    /// Step 12.
    private func requireOrigin(_ clientData: CollectedClientData) throws(AuthenticationRefusal) {
        guard relyingParty.accepts(origin: clientData.origin) else { throw .originNotAllowed }
    }

    /// Step 13.
    private func requireFraming(_ clientData: CollectedClientData) throws(AuthenticationRefusal) {
        guard relyingParty.acceptsFraming(of: clientData) else { throw .crossOriginNotAllowed }
    }

    /// Step 14.
    private func requireTopOrigin(_ clientData: CollectedClientData) throws(AuthenticationRefusal) {
        guard let topOrigin = relyingParty.countedTopOrigin(of: clientData) else { return }
        guard clientData.crossOrigin == true else { throw .topOriginWithoutCrossOrigin }
        guard relyingParty.accepts(topOrigin: topOrigin) else { throw .topOriginNotAllowed }
    }

    private func decodeAuthenticatorData() throws(AuthenticationRefusal) -> AuthenticatorData {
        do {
            return try AuthenticatorData(decoding: response.authenticatorData)
        } catch {
            throw .authenticatorDataMalformed
        }
    }

    private func requireNoAttestedCredential(_ data: AuthenticatorData) throws(AuthenticationRefusal) {
        guard data.attestedCredentialData == nil else { throw .attestedCredentialPresent }
    }

    /// Step 15.
    private func requireRelyingPartyID(_ data: AuthenticatorData) throws(AuthenticationRefusal) {
        guard data.relyingPartyIDHash == relyingParty.idHash else { throw .relyingPartyIDMismatch }
    }

    /// Step 16.
    private func requireUserPresent(_ data: AuthenticatorData) throws(AuthenticationRefusal) {
        guard data.flags.contains(.userPresent) else { throw .userNotPresent }
    }

    /// Step 17.
    private func requireUserVerified(_ data: AuthenticatorData) throws(AuthenticationRefusal) {
        guard data.flags.contains(.userVerified) || expectation.userVerification != .required else {
            throw .userNotVerified
        }
    }

    /// Step 18.
    private func requireBackupFlags(_ data: AuthenticatorData) throws(AuthenticationRefusal) {
        guard data.flags.contains(.backupEligible) || !data.flags.contains(.backupState) else {
            throw .backupStateWithoutEligibility
        }
    }

    private func storedPublicKey() throws(AuthenticationRefusal) -> CredentialPublicKey {
        do {
            return try CredentialPublicKey(COSEKey(decoding: stored.publicKey))
        } catch {
            throw .storedPublicKeyUnusable
        }
    }

    /// Steps 20 and 21, over the bytes as received.
    private func requireSignature(by key: CredentialPublicKey) throws(AuthenticationRefusal) {
        let hash = SHA256.hash(data: response.clientDataJSON)
        let signed = SignedBytes(authenticatorData: response.authenticatorData, clientDataHash: hash)
        guard key.isValidSignature(response.signature, over: signed) else { throw .signatureInvalid }
    }

    /// Step 6, the second half.
    private func requireUserHandle() throws(AuthenticationRefusal) {
        guard let handle = response.userHandle, !handle.isEmpty else {
            guard !expectation.requiresUserHandle else { throw .userHandleMissing }
            return
        }
        guard handle == stored.userHandle else { throw .userHandleMismatch }
    }

    /// Step 19.
    private func requireBackupEligibility(_ data: AuthenticatorData) throws(AuthenticationRefusal) {
        let isEligible = data.flags.contains(.backupEligible)
        if isEligible == stored.backupEligible { return }
        guard isEligible, expectation.allowsBackupEligibilityUpgrade else { throw .backupEligibilityChanged }
    }

    /// Step 22: whether the authenticator may have been copied.
    private func requireCounter(_ data: AuthenticatorData) throws(AuthenticationRefusal) -> Bool {
        // An authenticator without a counter reports zero for ever.
        if data.signCount == 0 && stored.signCount == 0 { return false }
        if data.signCount > stored.signCount { return false }
        guard expectation.counterPolicy == .report else { throw .counterNotAdvanced }
        return true
    }
}
