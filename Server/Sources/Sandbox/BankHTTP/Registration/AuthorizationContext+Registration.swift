import ChaveBase
import ChaveWire
import HTTPKernel
import Hashing
import OpenFinanceCertificates
import OpenFinanceWire
import SandboxBank

extension AuthorizationContext {
    /// POST /register (RFC 7591, section 3).
    func register() async throws -> ServerAnswer {
        let metadata = try await requestedMetadata()
        let certificate = try caller
        let token = Base64URL.encode(wire.world.randomBytes(32))
        let client = RegisteredClient(
            id: ResourceID<Void>.version7(at: now, random: wire.world.randomBytes(8)).text,
            software: certificate.software,
            organisation: certificate.organisation,
            metadata: metadata,
            tokenDigest: Digest(ofText: token).bytes,
            createdAt: now
        )
        guard try await wire.bank.register(client, at: institution.id) else {
            throw OAuthRefusal(
                "invalid_client_metadata",
                "The software statement is registered here already. Change that registration, or remove it."
            )
        }
        return answer(client, token: token, status: 201)
    }

    /// GET /register/{client} (RFC 7592, section 2.1).
    func readRegistration() async throws -> ServerAnswer {
        let (client, token) = try await managed()
        return answer(client, token: token, status: 200)
    }

    /// PUT /register/{client} (RFC 7592, section 2.2).
    func changeRegistration() async throws -> ServerAnswer {
        var (client, token) = try await managed()
        client.metadata = try await requestedMetadata(of: client)
        try await wire.bank.update(client, at: institution.id)
        return answer(client, token: token, status: 200)
    }

    /// DELETE /register/{client} (RFC 7592, section 2.3).
    func removeRegistration() async throws -> ServerAnswer {
        let (client, _) = try await managed()
        try await wire.bank.removeClient(client.id, at: institution.id)
        return ServerAnswer(status: 204)
    }

    /// The metadata of the request after all checks; `client` is the one that is to be changed.
    private func requestedMetadata(of client: RegisteredClient? = nil) async throws -> JSONObject {
        let certificate = try caller
        guard request.mediaType == "application/json" else {
            throw OAuthRefusal("invalid_client_metadata", "Send application/json.", status: 415)
        }
        guard case .bytes(let body) = request.body, let json = try? JSONValue(parsing: body), let object = json.object
        else { throw OAuthRefusal("invalid_client_metadata", "Send a JSON object.") }
        if let client, let id = object["client_id"], id.string.map({ !isSame($0, client.id) }) ?? true {
            throw OAuthRefusal("invalid_client_metadata", "The client_id is another one than the address has.")
        }
        guard let text = object["software_statement"]?.string else {
            throw OAuthRefusal("invalid_software_statement", "Send a software_statement of the directory.")
        }
        let statement = try await SoftwareStatementAssertion.verify(text, wire)
        let keys = wire.softwareKeys(organisation: certificate.organisation, software: certificate.software)
        let metadata = try RegistrationRequest(request: object, statement: statement).metadata(
            certificate,
            softwareKeys: keys
        )
        let name = "\(certificate.organisation)/\(certificate.software)"
        guard try await wire.software.encryptionKey(of: name) != nil else {
            throw OAuthRefusal("invalid_client_metadata", "The keys at jwks_uri have none with use enc.")
        }
        return metadata
    }

    /// The client of the address, whose registration token and certificate the caller has.
    private func managed() async throws -> (client: RegisteredClient, token: String) {
        let refusal = OAuthRefusal(
            "invalid_token",
            "Send the registration_access_token by its certificate.",
            status: 401
        )
        let id = call.parameters["client"] ?? ""
        guard let token = request.bearer, let client = try await wire.bank.client(id, at: institution.id),
            client.tokenDigest == Digest(ofText: token).bytes, client.owns(try caller)
        else { throw refusal }
        return (client, token)
    }

    private func answer(_ client: RegisteredClient, token: String, status: Int) -> ServerAnswer {
        var object = JSONObject()
        object["client_id"] = .string(client.id)
        object["client_id_issued_at"] = JSONValue(client.createdAt.seconds)
        object["registration_access_token"] = .string(token)
        object["registration_client_uri"] = .string("\(institution.mutualBase)/register/\(client.id)")
        for (name, value) in client.metadata.members { object[name] = value }
        return .json(.object(object), status: status)
    }
}

extension WireBank {
    /// The address of a software's keys in the directory.
    fileprivate func softwareKeys(organisation: String, software: String) -> String {
        softwareKeysTemplate.replacing("{org}", with: organisation).replacing("{software}", with: software)
    }
}
