import ChaveBase
import ChaveWebAuthn
import ChaveWire

/// A whole registration: length of the client data in two bytes, client data, attestation object.
@_cdecl("LLVMFuzzerTestOneInput")
public func target(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    fuzz(start, count) { bytes in
        var parts = Parts(bytes)
        let clientData = parts.next()
        let object = parts.rest
        let data = try? AuthenticatorData(decoding: AttestationObject(decoding: object).authenticatorData)
        let id = data?.attestedCredentialData?.credentialID ?? [0]
        let response = RegistrationResponse(
            id: Base64URL.encode(id),
            rawID: id,
            type: "public-key",
            clientDataJSON: clientData,
            attestationObject: object
        )
        let expectation = RegistrationExpectation(
            challenge: challenge(in: clientData),
            userVerification: .discouraged,
            attestation: samplePolicy
        )
        let verified = try onThisThread {
            try await sampleRelyingParty.verify(response, expecting: expectation)
        }
        promise(verified.credential.id == id, "what is verified is what was sent")
    }
}
