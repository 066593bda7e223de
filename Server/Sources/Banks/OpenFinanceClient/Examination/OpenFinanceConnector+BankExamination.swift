public import ChaveBase
import ChaveJOSE
public import ChavePixModel
import ChaveWire
import OpenFinanceWire

/// The walk through one bank, from its discovery document to a token.
extension OpenFinanceConnector {
    /// Asks a bank for everything that a payment there needs; registers nothing, and changes nothing.
    ///
    /// `hasDatabase` says whether there is a database with registrations to look into.
    public func examine(_ institution: InstitutionID, hasDatabase: Bool, _ say: ExaminationListener) async {
        guard let bank = await banks.bank(institution) else { return }
        let discovery: Discovery
        do throws(ExchangeProblem) {
            discovery = try await discoveries.read(of: bank)
            let without = discovery.withoutAlias
            let note = without.isEmpty ? "" : "; no mtls_endpoint_aliases for \(without.joined(separator: ", "))"
            say(ExaminedStep("discovery", .holds("\(bank.discovery)\(note)")))
        } catch {
            let wayOut = "The fault is the bank's, or on the way there."
            say(ExaminedStep("discovery", .fails("\(bank.discovery): \(error.reason). \(wayOut)")))
            return
        }
        say(await stepOfKeys("keys of the bank", at: discovery.jwks))
        say(await stepOfKeys("keystore of the bank", at: settings.directory.keys(of: bank.organisation)))
        say(await stepOfConnection("connection by our certificate", to: discovery.token, bank))
        say(await stepOfInterfaces(bank))
        guard hasDatabase else {
            say(ExaminedStep("registration", .skipped("there is no data of a server; give its --data or --database")))
            return say(ExaminedStep("token", .skipped("needs a registration")))
        }
        guard let registration = await examineRegistration(bank, say) else {
            return say(ExaminedStep("token", .skipped("needs a registration")))
        }
        say(await stepOfToken(bank, discovery, client: registration.clientID))
    }

    private func stepOfKeys(_ name: String, at address: String) async -> ExaminedStep {
        do throws(ExchangeProblem) {
            let names = try await caller.keys(at: address).signing.keys.compactMap(\.keyID)
            guard !names.isEmpty else { throw ExchangeProblem("there is no signing key with a kid") }
            return ExaminedStep(name, .holds("\(names.count) at \(address)"))
        } catch {
            return ExaminedStep(name, .fails("\(address): \(error.reason). Ask the bank."))
        }
    }

    /// Any answer shows that both sides trust each other's certificate.
    private func stepOfConnection(_ name: String, to address: String, _ bank: BankListing) async -> ExaminedStep {
        do throws(WireFault) {
            let response = try await caller.send(
                WireRequest("GET", address, headers: [("Accept", "application/json")]),
                "connection",
                at: bank.id,
                milliseconds: OpenFinanceConnector.setUpMilliseconds
            )
            return ExaminedStep(name, .holds("\(address) answers \(response.status)"))
        } catch {
            let wayOut = "Look whether the bank trusts the issuer of our certificate, and directory.authority its own."
            return ExaminedStep(name, .fails("\(address): \(ExchangeProblem(error).reason). \(wayOut)"))
        }
    }

    private func stepOfInterfaces(_ bank: BankListing) async -> ExaminedStep {
        let reached = await stepOfConnection("interfaces", to: bank.enrollments.address, bank)
        guard !reached.isFailure else { return reached }
        let versions = "enrollments \(bank.enrollments.version.text), payments \(bank.payments.version.text)"
        return ExaminedStep("interfaces", .holds("\(versions) at \(bank.enrollments.address)"))
    }

    private func stepOfToken(_ bank: BankListing, _ discovery: Discovery, client: String) async -> ExaminedStep {
        let deadline = world.uptimeMilliseconds() + Int64(OpenFinanceConnector.setUpMilliseconds)
        do throws(ExchangeProblem) {
            let token = try await server(of: bank, discovery, client: client, until: deadline).ownToken()
            return ExaminedStep("token", .holds("for \(token.lifeSeconds) s"))
        } catch {
            let wayOut = "invalid_client: compare our keystore and the clock; else ask the bank."
            return ExaminedStep("token", .fails("\(discovery.token): \(error.reason). \(wayOut)"))
        }
    }

    // MARK: The registration

    /// Compares the registration here with the bank's.
    private func examineRegistration(_ bank: BankListing, _ say: ExaminationListener) async -> ClientRegistration? {
        let state: RegistrationState
        do throws(RegistrationProblem) { state = try await registrar.state(at: bank.id) } catch {
            let wayOut = "Look at --data or --database, and at keys/field.json there."
            say(ExaminedStep("registration", .fails("What is kept of it cannot be read. \(wayOut)")))
            return nil
        }
        switch state {
        case .none:
            let name = bank.id.text
            say(ExaminedStep("registration", .skipped("not registered yet: chave open-finance register \(name)")))
            return nil
        case .sent:
            say(ExaminedStep("registration", .fails(ConnectorAlarm.registrationUnknown(bank.id).sentence)))
            return nil
        case .removing:
            say(ExaminedStep("registration", .fails(ConnectorAlarm.removalUnknown(bank.id).sentence)))
            return nil
        case .registered(let registration):
            say(await stepOfRegistration(registration, bank))
            return registration
        }
    }

    private func stepOfRegistration(_ known: ClientRegistration, _ bank: BankListing) async -> ExaminedStep {
        let name = "registration"
        do throws(ExchangeProblem) {
            let answer = try await caller.ask(
                WireRequest("GET", known.address, headers: [("Authorization", "Bearer \(known.token)")]),
                "register GET",
                at: bank.id,
                milliseconds: OpenFinanceConnector.setUpMilliseconds
            )
            guard let metadata = try? JSONValue(parsing: answer.body) else {
                throw ExchangeProblem("the answer is no JSON")
            }
            let differences = differences(of: metadata, from: known)
            guard differences.isEmpty else {
                let wayOut = "Run: chave open-finance register \(bank.id.text)"
                return ExaminedStep(name, .fails("\(differences.joined(separator: " ")) \(wayOut)"))
            }
            return ExaminedStep(name, .holds("client \(known.clientID)"))
        } catch {
            let wayOut =
                "A bank that has it no more answers 401: then run: chave open-finance delete \(bank.id.text) --forget"
            return ExaminedStep(name, .fails("client \(known.clientID): \(error.reason). \(wayOut)"))
        }
    }

    /// The differences between the bank's registration and ours; a member that the bank does not tell is not compared.
    private func differences(of metadata: JSONValue, from known: ClientRegistration) -> [String] {
        func compare(_ name: String, _ own: [String]) -> [String] {
            guard let told = metadata[name]?.array?.compactMap(\.string), Set(told) != Set(own) else { return [] }
            return ["\(name) at the bank is \(told.isEmpty ? "empty" : told.joined(separator: " "))."]
        }
        var found = compare("redirect_uris", settings.redirectURIs) + compare("webhook_uris", settings.webhookURIs)
        if let client = metadata["client_id"]?.string, client != known.clientID {
            found.append("The client_id at the bank is another one.")
        }
        let keys = settings.directory.keys(of: settings.organisation, settings.software)
        if let told = metadata["jwks_uri"]?.string, told != keys { found.append("jwks_uri at the bank is \(told).") }
        if known.certificateThumbprint != settings.certificateThumbprint {
            found.append("The transport certificate is newer than the registration.")
        }
        return found
    }
}
