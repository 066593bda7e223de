import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import Testing

@testable import OpenFinanceClient

/// One client at each bank, whatever happens to an answer.
@Suite struct RegistrationTests {
    private func state(_ rig: ConnectorRig) async throws -> RegistrationState {
        try await rig.kept.state(at: WrittenBank.institution)
    }

    @Test func theFirstUseRegistersAndTheNextDoesNot() async throws {
        let rig = try await ConnectorRig()
        _ = try await rig.route()
        _ = try await rig.route()
        let posts = rig.bank.requests(to: "/register")
        #expect(posts.map(\.method) == ["POST"])
        let metadata = try JSONValue(parsing: try #require(posts.first).body)
        #expect(metadata["software_statement"] == "the.software.statement")
        #expect(metadata["token_endpoint_auth_method"] == "private_key_jwt")
        #expect(metadata["redirect_uris"] == ["https://loja.test/volta"])
        #expect(metadata["webhook_uris"] == ["https://hooks.iniciadora.test"])
        #expect(metadata["jwks"] == nil)
        guard case .registered(let made) = try await state(rig) else {
            Issue.record("nothing is kept")
            return
        }
        #expect(made.clientID == "client-1" && made.address == "\(WrittenBank.mutual)/register/client-1")
    }

    @Test func callersWhoAskTogetherCauseOneRegistration() async throws {
        let rig = try await ConnectorRig()
        await withTaskGroup(of: InstitutionRouting.self) { group in
            for _ in 0..<16 { group.addTask { await rig.connector.route(to: WrittenBank.institution) } }
            for await routing in group { #expect(routing != .notNow) }
        }
        #expect(rig.bank.requests(to: "/register").count == 1)
    }

    /// Nobody knows whether the bank has it: no second one is sent, and an operator is told.
    @Test(arguments: [WireFault.timedOut, .unreachable, .tooLong])
    func aLostAnswerStopsTheBank(_ fault: WireFault) async throws {
        let rig = try await ConnectorRig()
        rig.bank.change { request, _ throws(WireFault) in
            if request.url.hasSuffix("/register") { throw fault }
            return nil
        }
        #expect(await rig.connector.route(to: WrittenBank.institution) == .notNow)
        rig.bank.change(nil)
        rig.bank.advance(seconds: 60)
        #expect(await rig.connector.route(to: WrittenBank.institution) == .notNow)
        #expect(rig.bank.requests(to: "/register").count == 1)
        #expect(rig.alarms.all == Array(repeating: .registrationUnknown(WrittenBank.institution), count: 2))
        #expect(try await state(rig) == .sent)
        // A start changes nothing.
        let second = try await ConnectorRig(bank: rig.bank, kept: rig.kept)
        #expect(await second.connector.route(to: WrittenBank.institution) == .notNow)
        #expect(rig.bank.requests(to: "/register").count == 1)
    }

    @Test func theRegistrationThatAnotherNodeHasUnderWayIsNoLostOne() async throws {
        let rig = try await ConnectorRig()
        _ = try await rig.kept.mark(at: WrittenBank.institution)
        #expect(await rig.connector.route(to: WrittenBank.institution) == .notNow)
        #expect(rig.alarms.all == [] && rig.bank.requests(to: "/register").isEmpty)
        rig.bank.advance(seconds: 59)
        #expect(await rig.connector.route(to: WrittenBank.institution) == .notNow)
        #expect(rig.alarms.all == [])
        rig.bank.advance(seconds: 1)
        #expect(await rig.connector.route(to: WrittenBank.institution) == .notNow)
        #expect(rig.alarms.all == [.registrationUnknown(WrittenBank.institution)])
    }

    @Test(arguments: [500, 503, 429, 302, 204])
    func anAnswerThatProvesNothingStopsTheBank(_ status: Int) async throws {
        let rig = try await ConnectorRig()
        rig.bank.change { request, _ throws(WireFault) in
            request.url.hasSuffix("/register") ? WireResponse(status: status) : nil
        }
        #expect(await rig.connector.route(to: WrittenBank.institution) == .notNow)
        #expect(try await state(rig) == .sent)
    }

    @Test func aRefusedRegistrationMayBeSentAgain() async throws {
        let rig = try await ConnectorRig()
        rig.bank.change { request, _ throws(WireFault) in
            request.url.hasSuffix("/register") ? .json(["error": "invalid_redirect_uri"], status: 400) : nil
        }
        #expect(await rig.connector.route(to: WrittenBank.institution) == .notNow)
        #expect(rig.alarms.all == [.registrationRefused(WrittenBank.institution, "invalid_redirect_uri")])
        #expect(try await state(rig) == .none)
        rig.bank.change(nil)
        // Not for each new object.
        #expect(await rig.connector.route(to: WrittenBank.institution) == .notNow)
        #expect(rig.bank.requests(to: "/register").count == 1)
        rig.bank.advance(seconds: 60)
        _ = try await rig.route()
        #expect(rig.bank.requests(to: "/register").count == 2)
    }

    @Test(arguments: ["<script>", "Olá", String(repeating: "a", count: 65), ""])
    func theBanksWordsAreNotShownAsTheyCome(_ error: String) async throws {
        let rig = try await ConnectorRig()
        rig.bank.change { request, _ throws(WireFault) in
            request.url.hasSuffix("/register") ? .json(["error": .string(error)], status: 400) : nil
        }
        _ = await rig.connector.route(to: WrittenBank.institution)
        #expect(rig.alarms.all == [.registrationRefused(WrittenBank.institution, "status 400")])
    }

    /// An address elsewhere would get our token.
    @Test(arguments: [
        "https://evil.test/register/1", "http://matls.banco.bank.test:8444/register/1",
        "https://matls.banco.bank.test:9999/register/1", "https://matls.banco.bank.test/register/1", "register/1",
    ])
    func aRegistrationAtAnotherOriginIsNotTaken(_ address: String) async throws {
        let rig = try await ConnectorRig()
        rig.bank.change { request, _ throws(WireFault) in
            guard request.url.hasSuffix("/register") else { return nil }
            var answer = WrittenBank.registration.object ?? JSONObject()
            answer["registration_client_uri"] = .string(address)
            return .json(.object(answer), status: 201)
        }
        #expect(await rig.connector.route(to: WrittenBank.institution) == .notNow)
        #expect(try await state(rig) == .sent)
    }

    @Test func whatOurSideChangesIsChangedAtTheBank() async throws {
        let rig = try await ConnectorRig()
        _ = try await rig.route()
        let uris = ["https://loja.test/volta", "https://outra.test/volta"]
        let second = try await ConnectorRig(bank: rig.bank, kept: rig.kept, redirectURIs: uris)
        rig.bank.change { request, _ throws(WireFault) in
            request.method == "PUT" ? .json(WrittenBank.registration) : nil
        }
        _ = try await second.route()
        _ = try await second.route()
        let puts = rig.bank.requests(to: "/register/client-1")
        #expect(puts.map(\.method) == ["PUT"])
        let put = try #require(puts.first)
        #expect(put.header("authorization") == "Bearer registration-token")
        let metadata = try JSONValue(parsing: put.body)
        #expect(metadata["client_id"] == "client-1" && metadata["redirect_uris"] == .array(uris.map(JSONValue.string)))
        guard case .registered(let kept) = try await state(rig) else {
            Issue.record("nothing is kept")
            return
        }
        #expect(kept.redirectURIs == uris && kept.clientID == "client-1")
    }

    @Test func aRefusedChangeLeavesTheOldRegistrationInUse() async throws {
        let rig = try await ConnectorRig()
        _ = try await rig.route()
        let second = try await ConnectorRig(bank: rig.bank, kept: rig.kept, redirectURIs: ["https://outra.test"])
        rig.bank.change { request, _ throws(WireFault) in
            request.method == "PUT" ? .json(["error": "invalid_redirect_uri"], status: 400) : nil
        }
        _ = try await second.route()
        // Not for each new object.
        _ = try await second.route()
        #expect(second.alarms.all == [.registrationRefused(WrittenBank.institution, "invalid_redirect_uri")])
        #expect(rig.bank.requests(to: "/register/client-1").count == 1)
        rig.bank.advance(seconds: 60)
        _ = try await second.route()
        #expect(rig.bank.requests(to: "/register/client-1").count == 2)
    }

    @Test func withoutASoftwareStatementNothingIsSent() async throws {
        let rig = try await ConnectorRig()
        rig.bank.change { request, _ throws(WireFault) in
            request.url.hasSuffix("/assertion") ? WireResponse(status: 500) : nil
        }
        #expect(await rig.connector.route(to: WrittenBank.institution) == .notNow)
        #expect(try await state(rig) == .none)
        #expect(rig.bank.requests(to: "/register").isEmpty)
    }
}
