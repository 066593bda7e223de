import ChaveBase
import ChavePixModel
import ChaveWire
import Synchronization

/// Registers the platform at banks, and keeps the registrations true (DCR and DCM of Open Finance Brasil 2.1.0).
///
/// A registration is marked before it is sent. An answer that is lost stops the bank until an operator looks: a second
/// registration would be another client, with nothing of the first.
struct Registrar: Sendable {
    let settings: ConnectorSettings
    let store: any RegistrationStore
    let caller: WireCaller
    let statements: SoftwareStatements
    let alarm: @Sendable (ConnectorAlarm) -> Void
    private let failures = FailedTries()

    init(
        settings: ConnectorSettings,
        store: any RegistrationStore,
        caller: WireCaller,
        statements: SoftwareStatements,
        alarm: @escaping @Sendable (ConnectorAlarm) -> Void
    ) {
        self.settings = settings
        self.store = store
        self.caller = caller
        self.statements = statements
        self.alarm = alarm
    }

    /// The registration at a bank; the first call registers, and a later one changes what our side changed.
    ///
    /// - Returns: `nil` when there is none now; what an operator must see is an alarm.
    func registration(at bank: BankListing, _ discovery: Discovery) async -> ClientRegistration? {
        do throws(RegistrationProblem) {
            return try await registered(at: bank, discovery)
        } catch {
            if case .alarm(let alarm) = error { self.alarm(alarm) }
            return nil
        }
    }

    /// The registration at a bank; the first call registers, and a later one changes what our side changed.
    func registered(
        at bank: BankListing,
        _ discovery: Discovery
    ) async throws(RegistrationProblem) -> ClientRegistration {
        switch try await state(at: bank.id) {
        case .registered(let known):
            guard !isCurrent(known), !failures.isRecent(bank.id, caller.world.now()) else { return known }
            let changed = await change(known, at: bank)
            failures.note(bank.id, isCurrent(changed) ? nil : caller.world.now())
            return changed
        case .removing: throw .alarm(.removalUnknown(bank.id))
        case .sent:
            // Another node may be about to hear the answer: only an old mark is a lost one.
            guard await isOld(markOf: bank.id) else { throw .underWay }
            throw .alarm(.registrationUnknown(bank.id))
        case .none:
            guard !failures.isRecent(bank.id, caller.world.now()) else { throw .tooSoon }
            do throws(RegistrationProblem) {
                let made = try await register(at: bank, discovery)
                failures.note(bank.id, nil)
                return made
            } catch {
                failures.note(bank.id, caller.world.now())
                throw error
            }
        }
    }

    func state(at institution: InstitutionID) async throws(RegistrationProblem) -> RegistrationState {
        do { return try await store.state(at: institution) } catch { throw .notStored }
    }

    /// Whether a mark is older than any exchange that may still be answered.
    private func isOld(markOf institution: InstitutionID) async -> Bool {
        guard let mark = (try? await store.all())?.first(where: { $0.institution == institution }) else { return false }
        return caller.world.now() >= mark.since.adding(seconds: Registrar.answeredWithinSeconds)
    }

    /// Two exchanges with the directory and one with the bank, each with its own limit, and differences of clocks.
    private static let answeredWithinSeconds: Int64 = 60

    // MARK: Parts

    func send(_ request: WireRequest, _ name: String, _ institution: InstitutionID) async throws(WireFault)
        -> WireResponse
    {
        try await caller.send(request, name, at: institution, milliseconds: OpenFinanceConnector.setUpMilliseconds)
    }

    func isCurrent(_ known: ClientRegistration) -> Bool {
        Set(known.redirectURIs) == Set(settings.redirectURIs) && Set(known.webhookURIs) == Set(settings.webhookURIs)
            && known.certificateThumbprint == settings.certificateThumbprint
    }

    private func register(
        at bank: BankListing,
        _ discovery: Discovery
    ) async throws(RegistrationProblem) -> ClientRegistration {
        let statement: String
        do throws(ExchangeProblem) { statement = try await statements.statement() } catch { throw .noStatement(error) }
        guard (try? await store.mark(at: bank.id)) == true else { throw .notStored }
        let response: WireResponse
        do throws(WireFault) {
            response = try await send(request("POST", discovery.registration, statement), "register POST", bank.id)
        } catch {
            throw .alarm(.registrationUnknown(bank.id))
        }
        switch response.status {
        case 200, 201:
            // Unsaved, it stays marked: the operator learns of it, and no second client is made.
            guard let made = read(response, registeredAt: discovery),
                (try? await store.save(made, at: bank.id)) != nil
            else { throw .alarm(.registrationUnknown(bank.id)) }
            return made
        case 400, 401, 403, 422:
            // The bank says that it registered nothing.
            try? await store.unmark(at: bank.id)
            throw .alarm(.registrationRefused(bank.id, Registrar.error(response)))
        default: throw .alarm(.registrationUnknown(bank.id))
        }
    }

    /// Changes a registration; the old one stays in use unless the bank answers 200.
    private func change(_ known: ClientRegistration, at bank: BankListing) async -> ClientRegistration {
        guard let statement = try? await statements.statement() else { return known }
        var request = request("PUT", known.address, statement, client: known.clientID)
        request.headers.append(("Authorization", "Bearer \(known.token)"))
        guard let response = try? await send(request, "register PUT", bank.id) else { return known }
        guard response.status == 200 else {
            alarm(.registrationRefused(bank.id, Registrar.error(response)))
            return known
        }
        var changed = known
        changed.redirectURIs = settings.redirectURIs
        changed.webhookURIs = settings.webhookURIs
        changed.certificateThumbprint = settings.certificateThumbprint
        changed.relyingPartyID = settings.relyingPartyID
        try? await store.save(changed, at: bank.id)
        return changed
    }

    private func request(
        _ method: String,
        _ address: String,
        _ statement: String,
        client: String? = nil
    ) -> WireRequest {
        WireRequest(
            method,
            address,
            headers: [("Content-Type", "application/json"), ("Accept", "application/json")],
            body: JSONValue.object(metadata(statement, client: client)).encoded()
        )
    }

    private func metadata(_ statement: String, client: String?) -> JSONObject {
        var object = JSONObject()
        if let client { object["client_id"] = .string(client) }
        object["software_statement"] = .string(statement)
        object["redirect_uris"] = .array(settings.redirectURIs.map(JSONValue.string))
        if !settings.webhookURIs.isEmpty {
            object["webhook_uris"] = .array(settings.webhookURIs.map(JSONValue.string))
        }
        object["jwks_uri"] = .string(settings.directory.keys(of: settings.organisation, settings.software))
        object["token_endpoint_auth_method"] = "private_key_jwt"
        object["grant_types"] = ["client_credentials", "authorization_code", "refresh_token"]
        object["response_types"] = ["code id_token"]
        object["subject_type"] = "public"
        object["id_token_signed_response_alg"] = "PS256"
        object["id_token_encrypted_response_alg"] = "RSA-OAEP"
        object["id_token_encrypted_response_enc"] = "A256GCM"
        object["request_object_signing_alg"] = "PS256"
        object["require_signed_request_object"] = true
        object["require_pushed_authorization_requests"] = true
        object["tls_client_certificate_bound_access_tokens"] = true
        object["scope"] = .string((["openid"] + settings.scopes).joined(separator: " "))
        return object
    }

    /// The registration of an answer, whose address has the origin of the endpoint that registered.
    private func read(_ response: WireResponse, registeredAt discovery: Discovery) -> ClientRegistration? {
        guard let json = try? JSONValue(parsing: response.body), let client = json["client_id"]?.string,
            (1...256).contains(client.utf8.count), let token = json["registration_access_token"]?.string,
            (1...2_040).contains(token.utf8.count), let text = json["registration_client_uri"]?.string,
            let address = BankAddress(text), let endpoint = BankAddress(discovery.registration),
            address.origin == endpoint.origin
        else { return nil }
        return ClientRegistration(
            clientID: client,
            address: text,
            token: token,
            redirectURIs: settings.redirectURIs,
            webhookURIs: settings.webhookURIs,
            certificateThumbprint: settings.certificateThumbprint,
            relyingPartyID: settings.relyingPartyID
        )
    }

    /// The error's name, which is safe to show; never its description.
    static func error(_ response: WireResponse) -> String { response.errorName ?? "status \(response.status)" }
}

/// When registering at a bank failed last: neither bank nor directory is asked again for each new object.
final class FailedTries: Sendable {
    static let pauseSeconds: Int64 = 60

    private let moments = Mutex<[InstitutionID: Timestamp]>([:])

    func isRecent(_ bank: InstitutionID, _ now: Timestamp) -> Bool {
        guard let moment = moments.withLock({ $0[bank] }) else { return false }
        return (0..<FailedTries.pauseSeconds * 1_000_000).contains(now.microseconds(since: moment))
    }

    /// Notes a failure, or forgets it.
    func note(_ bank: InstitutionID, _ failedAt: Timestamp?) { moments.withLock { $0[bank] = failedAt } }
}
