import ChaveWire

/// Reading and writing of device messages: CBOR of a registration with a chain, and client data.
func wireOperations(_ vectors: RegistrationVectors?) throws -> [Operation] {
    let client = try AssertionSample().response.clientDataJSON
    let clientData = try CollectedClientData(decoding: client)
    var operations = [
        Operation("client-data/decode") { _ = try CollectedClientData(decoding: client) },
        Operation("client-data/encode") { _ = clientData.encoded() },
    ]
    if let (object, _) = vectors?.bytes(of: "packed-es256") {
        let value = try CBORValue(decoding: object, rules: .tolerant)
        operations += [
            Operation("cbor/decode") { _ = try CBORValue(decoding: object, rules: .tolerant) },
            Operation("cbor/encode") { _ = value.encoded() },
        ]
    }
    return operations
}
