import ChaveBase
import ChaveWebAuthn
import ChaveWire

/// Why an authentication is refused: the expected value, the received value, and the remedy.
struct AuthenticationExplanation {
    private let allowedCredentials: [[UInt8]]
    private let response: AuthenticationResponse
    private let stored: StoredCredential
    private let data: AuthenticatorData?
    private let clientData: ClientDataExplanation
    private let authenticatorData: AuthenticatorDataExplanation

    init(_ request: CeremonyRequest, _ response: AuthenticationResponse, _ stored: StoredCredential) {
        allowedCredentials = request.allowedCredentials ?? []
        self.response = response
        self.stored = stored
        let bytes = response.authenticatorData
        data = try? AuthenticatorData(decoding: bytes)
        clientData = ClientDataExplanation(request, response.clientDataJSON)
        authenticatorData = AuthenticatorDataExplanation(request, bytes, hosts: clientData.hosts)
    }

    func sentence(_ refusal: AuthenticationRefusal) -> String {
        switch refusal {
        case .typeNotPublicKey: CredentialExplanation.type(response.type)
        case .idNotRawID: CredentialExplanation.id(response.id, rawID: response.rawID)
        case .credentialNotAllowed: credentialNotAllowed
        case .credentialMismatch: "The stored credential is another one than \(Quoted.bytes(response.rawID))."
        case .clientDataMalformed: clientData.malformed
        case .clientDataTypeMismatch: clientData.type(expected: "webauthn.get")
        case .challengeMismatch: clientData.challenge
        case .originNotAllowed: clientData.origin
        case .crossOriginNotAllowed: clientData.crossOrigin
        case .topOriginWithoutCrossOrigin: clientData.topOriginWithoutCrossOrigin
        case .topOriginNotAllowed: clientData.topOrigin
        case .authenticatorDataMalformed: authenticatorData.malformed
        case .attestedCredentialPresent: attestedCredentialPresent
        case .relyingPartyIDMismatch: authenticatorData.relyingPartyID
        case .userNotPresent: authenticatorData.userNotPresent
        case .userNotVerified: authenticatorData.userNotVerified
        case .backupStateWithoutEligibility: authenticatorData.backupState
        case .storedPublicKeyUnusable: storedPublicKey
        case .signatureInvalid: signature
        case .userHandleMissing: "The answer names no user, and nobody had said who they are."
        case .userHandleMismatch: userHandle
        case .backupEligibilityChanged: backupEligibility
        case .counterNotAdvanced: counter
        }
    }

    private var credentialNotAllowed: String {
        "The answer is of credential \(Quoted.bytes(response.rawID)), which is not in allowedCredentials "
            + "\(Quoted.list(allowedCredentials.map(Base64URL.encode))). "
            + "Name in allowCredentials of the options what may sign, and the same ids here."
    }

    private var attestedCredentialPresent: String {
        "The flags are \(authenticatorData.flags): AT is set, so the authenticator data holds a new credential. "
            + "This looks like the authenticator data of a registration."
    }

    private var storedPublicKey: String {
        let key = stored.publicKey
        let fault =
            (try? COSEKey(decoding: key)) == nil
            ? PublicKeyExplanation.malformed(key) : PublicKeyExplanation.mismatch(key)
        return "stored.publicKey is at fault, not the answer. \(fault) "
            + "Store publicKey as the verified registration gave it, byte for byte."
    }

    private var signature: String {
        let key = (try? COSEKey(decoding: stored.publicKey)).map {
            "\(PublicKeyExplanation.kind($0)), \(AlgorithmNames.text($0.algorithm))"
        }
        return
            "The signature (\(Counted.bytes(response.signature.count))) does not hold over authenticatorData and the SHA-256 of "
            + "clientDataJSON with stored.publicKey (\(key ?? "unknown")).\(signatureHint) "
            + "Check that stored.publicKey is the one of credential \(Quoted.bytes(response.rawID)), and that no byte of "
            + "the answer was changed or written anew on its way."
    }

    /// A hint about the signature's form: WebAuthn uses DER, while JOSE and WebCrypto concatenate r and s.
    private var signatureHint: String {
        guard case .ec2(_, let curve, _, _)? = try? COSEKey(decoding: stored.publicKey),
            response.signature.count == 2 * curve.coordinateSize, response.signature.first != 0x30
        else { return "" }
        return " It has the length of r and s joined; WebAuthn's signatures are in DER, as the authenticator made them."
    }

    private var userHandle: String {
        let expected = stored.userHandle.map { "is \(Quoted.bytes($0))" } ?? "is not there"
        return "The answer names the user handle \(Quoted.bytes(response.userHandle ?? [])), and stored.userHandle "
            + "\(expected). Store the user.id of the registration's options with the credential, and find the user by it."
    }

    private var backupEligibility: String {
        let now = data?.flags.contains(.backupEligible) == true
        return "BE, that the credential can be backed up, is \(now) now and stored.backupEligible is "
            + "\(stored.backupEligible). It never changes in a credential's life: "
            + "check that it was stored from the registration's flags."
    }

    private var counter: String {
        "The counter must rise: stored.signCount is \(stored.signCount), and \(data?.signCount ?? 0) came. "
            + "Either this answer was already used, or a copy of the authenticator exists. "
            + "After each ceremony that passes, store the signCount of its answer."
    }
}
