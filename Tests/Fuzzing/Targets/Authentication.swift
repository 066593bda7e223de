import ChaveBase
import ChaveWebAuthn
import ChaveWire

/// A whole authentication: client data, authenticator data and public key, each behind its length in two bytes, signature.
@_cdecl("LLVMFuzzerTestOneInput")
public func target(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    fuzz(start, count) { bytes in
        var parts = Parts(bytes)
        let (clientData, authenticatorData, publicKey) = (parts.next(), parts.next(), parts.next())
        let id: [UInt8] = [1]
        let response = AuthenticationResponse(
            id: Base64URL.encode(id),
            rawID: id,
            type: "public-key",
            clientDataJSON: clientData,
            authenticatorData: authenticatorData,
            signature: parts.rest,
            userHandle: nil
        )
        let flags = (try? AuthenticatorData(decoding: authenticatorData))?.flags ?? []
        let stored = StoredCredential(
            id: id,
            publicKey: publicKey,
            signCount: 0,
            backupEligible: flags.contains(.backupEligible),
            backupState: flags.contains(.backupState),
            userHandle: nil
        )
        _ = try sampleRelyingParty.verify(
            response,
            against: stored,
            expecting: AuthenticationExpectation(challenge: challenge(in: clientData), userVerification: .discouraged)
        )
    }
}
