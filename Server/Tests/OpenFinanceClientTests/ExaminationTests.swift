import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire
import InstitutionPort
import Synchronization
import Testing

@testable import OpenFinanceClient

/// The walk from the directory to a bank's token: one fault at a time, and the step that names it.
@Suite struct ExaminationTests {
    /// Answers of an honest directory and bank; the software statement is a signed token of these claims.
    private func rig(statement: JSONValue = ExaminationTests.statement) async throws -> ConnectorRig {
        let rig = try await ConnectorRig()
        let keys = rig.bank.bankKeys
        let signed = try keys.foreign.sign(statement.encoded(), type: "JWT")
        let software = JSONValue.array([
            .object(keys.client.publicKey.jwk), .object(keys.decryption.publicKey.jwk),
        ])
        honest(rig) { request in
            if request.url.hasSuffix("/assertion") { return WireResponse(status: 200, body: Array(signed.utf8)) }
            guard request.url.hasSuffix("\(WrittenBank.software)/application.jwks") else { return nil }
            return .json(["keys": software])
        }
        return rig
    }

    private func honest(_ rig: ConnectorRig, _ more: @escaping @Sendable (WireRequest) -> WireResponse?) {
        rig.bank.change { request, _ throws(WireFault) in more(request) }
    }

    private static let statement: JSONValue = [
        "software_redirect_uris": ["https://loja.test/volta", "https://loja.test/outra"],
        "software_api_webhook_uris": ["https://hooks.iniciadora.test"],
        "software_origin_uris": ["https://loja.test"],
    ]

    private func own(_ rig: ConnectorRig) async -> [ExaminedStep] {
        let steps = Collected<ExaminedStep>()
        await rig.connector.examineDirectory { steps.append($0) }
        return steps.all
    }

    private func bank(_ rig: ConnectorRig, hasDatabase: Bool = true) async -> [ExaminedStep] {
        let steps = Collected<ExaminedStep>()
        await rig.connector.examine(WrittenBank.institution, hasDatabase: hasDatabase) { steps.append($0) }
        return steps.all
    }

    private func failures(_ steps: [ExaminedStep]) -> [String] { steps.filter(\.isFailure).map(\.name) }

    // MARK: The directory

    @Test func anHonestDirectoryHoldsInEachStep() async throws {
        let steps = await own(try await rig())
        #expect(
            steps.map(\.name) == [
                "participants", "directory token", "software statement", "keystore of the organisation",
                "keystore of the software",
            ]
        )
        #expect(failures(steps).isEmpty, "\(steps)")
    }

    struct Difference: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let claim: String
        let value: JSONValue
        let words: String
    }

    @Test(arguments: [
        Difference(
            testDescription: "an address to return to",
            claim: "software_redirect_uris",
            value: ["https://loja.test/outra"],
            words: "https://loja.test/volta of redirect_uris"
        ),
        Difference(
            testDescription: "an address of webhooks too many",
            claim: "software_api_webhook_uris",
            value: ["https://hooks.iniciadora.test", "https://mais.test"],
            words: "https://mais.test of software_api_webhook_uris"
        ),
        Difference(
            testDescription: "an origin",
            claim: "software_origin_uris",
            value: [],
            words: "https://loja.test of origin_uris"
        ),
    ])
    func differencesOfTheSoftwareStatementAreNamed(_ row: Difference) async throws {
        var claims = Self.statement.object ?? JSONObject()
        claims[row.claim] = row.value
        let steps = await own(try await rig(statement: .object(claims)))
        #expect(failures(steps) == ["software statement"])
        #expect(steps.compactMap(\.problem).first?.contains(row.words) == true, "\(steps)")
    }

    @Test(arguments: [
        ("/participants", ["participants"]), ("/token", ["directory token"]), ("/assertion", ["software statement"]),
        ("\(WrittenBank.ours)/application.jwks", ["keystore of the organisation"]),
        ("\(WrittenBank.software)/application.jwks", ["keystore of the software"]),
    ])
    func aPartOfTheDirectoryThatIsAwayIsNamed(_ end: String, _ expected: [String]) async throws {
        let rig = try await rig()
        let before = rig.bank.state.withLock { $0.change }
        rig.bank.change { request, answer throws(WireFault) in
            if request.url.hasSuffix(end) { throw .unreachable }
            return try before?(request, answer)
        }
        let steps = await own(rig)
        #expect(failures(steps) == expected)
        #expect(steps.compactMap(\.problem).allSatisfy { $0.contains("no connection") })
    }

    @Test func aKeyThatTheKeystoreDoesNotShowIsNamed() async throws {
        let rig = try await rig()
        rig.bank.state.withLock { $0.ownKeys = [] }
        #expect(failures(await own(rig)) == ["keystore of the organisation"])
        // Another key under our name.
        let other = rig.bank.bankKeys.newer.named("ours")
        rig.bank.state.withLock { $0.ownKeys = [other] }
        let problem = await own(rig).compactMap(\.problem).first
        #expect(problem?.contains("another one than in the file") == true)
    }

    // MARK: A bank

    @Test func anHonestBankHoldsFromDiscoveryToToken() async throws {
        let rig = try await rig()
        _ = try await rig.route()
        rig.bank.change { request, _ throws(WireFault) in
            request.method == "GET" && request.url.hasSuffix("/register/client-1")
                ? .json(["client_id": "client-1", "redirect_uris": ["https://loja.test/volta"]]) : nil
        }
        let steps = await bank(rig)
        #expect(
            steps.map(\.name) == [
                "discovery", "keys of the bank", "keystore of the bank", "connection by our certificate", "interfaces",
                "registration", "token",
            ]
        )
        #expect(steps.allSatisfy { if case .holds = $0.outcome { true } else { false } }, "\(steps)")
        // Nothing that must stay secret is told.
        let told = "\(steps)"
        #expect(!told.contains("registration-token") && !told.contains("\"own\""))
        #expect(rig.bank.requests.filter { $0.method == "POST" && $0.url.hasSuffix("/register") }.count == 1)
    }

    @Test func aBankWithoutRegistrationIsNotRegisteredByLooking() async throws {
        let rig = try await rig()
        let steps = await bank(rig)
        #expect(failures(steps).isEmpty)
        guard case .skipped(let reason)? = steps.first(where: { $0.name == "registration" })?.outcome else {
            Issue.record("\(steps)")
            return
        }
        #expect(reason.contains("chave open-finance register \(WrittenBank.institution.text)"))
        #expect(rig.bank.requests(to: "/register").isEmpty)
        _ = try await rig.kept.mark(at: WrittenBank.institution)
        #expect(failures(await bank(rig)) == ["registration"])
        #expect(failures(await bank(rig, hasDatabase: false)).isEmpty)
    }

    @Test(arguments: [
        ("/openid-configuration", ["discovery"]), ("/jwks", ["keys of the bank"]),
        ("\(WrittenBank.organisation)/application.jwks", ["keystore of the bank"]),
        ("/token", ["connection by our certificate", "token"]), ("/enrollments", ["interfaces"]),
        ("/register/client-1", ["registration"]),
    ])
    func aPartOfTheBankThatIsAwayIsNamed(_ end: String, _ expected: [String]) async throws {
        let rig = try await rig()
        _ = try await rig.route()
        rig.bank.change { request, _ throws(WireFault) in
            if request.url.hasSuffix(end) { throw .unreachable }
            return request.url.hasSuffix("/register/client-1") ? .json(["client_id": "client-1"]) : nil
        }
        #expect(failures(await bank(rig)) == expected)
    }

    @Test func aDocumentWithoutAliasesIsSaidAndTaken() async throws {
        let rig = try await rig()
        rig.bank.change { request, _ throws(WireFault) in
            guard request.url.hasSuffix("openid-configuration") else { return nil }
            var document = WrittenBank.discovery.object ?? JSONObject()
            document["mtls_endpoint_aliases"] = nil
            return .json(.object(document))
        }
        let steps = await bank(rig)
        guard case .holds(let found)? = steps.first?.outcome else {
            Issue.record("\(steps)")
            return
        }
        #expect(found.contains("no mtls_endpoint_aliases for token_endpoint"))
    }

    @Test(arguments: [
        ("redirect_uris", ["https://velha.test"] as JSONValue, "https://velha.test"),
        ("jwks_uri", "https://outro.test/keys", "https://outro.test/keys"), ("client_id", "client-2", "another one"),
    ])
    func aRegistrationThatTheBankHasOtherwiseIsNamed(_ name: String, _ value: JSONValue, _ words: String) async throws {
        let rig = try await rig()
        _ = try await rig.route()
        rig.bank.change { request, _ throws(WireFault) in
            guard request.url.hasSuffix("/register/client-1") else { return nil }
            var answer = JSONObject()
            answer["client_id"] = "client-1"
            answer[name] = value
            return .json(.object(answer))
        }
        let steps = await bank(rig)
        #expect(failures(steps) == ["registration"])
        #expect(steps.compactMap(\.problem).first?.contains(words) == true)
    }

    // MARK: Names

    @Test func aBankIsFoundByItsIDItsNameOrABeginning() async throws {
        let rig = try await rig()
        let listed = await rig.connector.listedBanks
        let own = try #require(listed.first)
        for text in [own.id.text, own.id.text.uppercased(), "Banco do Teste", "banco DO tésté", "ban", "teste"] {
            #expect(ListedBank.named(text, among: listed) == [own], "\(text)")
        }
        for text in ["", " ", "anco", "x"] { #expect(ListedBank.named(text, among: listed).isEmpty, "\(text)") }
    }
}
