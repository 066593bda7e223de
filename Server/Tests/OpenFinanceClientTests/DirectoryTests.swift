import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import Synchronization
import Testing

@testable import OpenFinanceClient

/// The banks of the directory, which appear, change and go.
@Suite struct BankListTests {
    @Test func theHighestVersionThatIsWholeIsUsed() throws {
        let banks = try #require(Participants(parsing: WrittenBank.participants.encoded())).banks
        #expect(banks.count == 1)
        let bank = try #require(banks.first)
        #expect(bank.id == WrittenBank.institution && bank.organisation == WrittenBank.organisation)
        #expect(bank.payments.version.text == "5.0.0" && bank.payments.pix.hasSuffix("/payments/v5/pix/payments"))
        #expect(bank.directoryEntry.ispb == "12345678" && bank.directoryEntry.displayName == "Banco do Teste")
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let resources: [(String, String, String)]
        let payments: String?
    }

    static let versions = [
        Row(
            testDescription: "consents of 5 without payments of 5: the whole 4 is used",
            resources: [
                ("enrollments", "2.2.0", "/enrollments"), ("payments-consents", "5.0.0", "/consents"),
                ("payments-consents", "4.1.0", "/v4/consents"), ("payments-pix", "4.1.0", "/v4/pix/payments"),
            ],
            payments: "4.1.0"
        ),
        Row(
            testDescription: "10 is more than 9",
            resources: [
                ("enrollments", "2.2.0", "/enrollments"), ("payments-consents", "5.9.0", "/consents"),
                ("payments-pix", "5.9.0", "/pix/payments"), ("payments-consents", "5.10.0", "/consents"),
                ("payments-pix", "5.10.0", "/pix/payments"),
            ],
            payments: "5.10.0"
        ),
        Row(
            testDescription: "a version that nobody here speaks",
            resources: [
                ("enrollments", "2.2.0", "/enrollments"), ("payments-consents", "6.0.0", "/consents"),
                ("payments-pix", "6.0.0", "/pix/payments"),
            ],
            payments: nil
        ),
        Row(
            testDescription: "no enrollments",
            resources: [("payments-consents", "5.0.0", "/consents"), ("payments-pix", "5.0.0", "/pix/payments")],
            payments: nil
        ),
        Row(
            testDescription: "an address of something else",
            resources: [
                ("enrollments", "2.2.0", "/enrollments/extra"), ("payments-consents", "5.0.0", "/consents"),
                ("payments-pix", "5.0.0", "/pix/payments"),
            ],
            payments: nil
        ),
    ]

    @Test(arguments: versions)
    func versionsAreChosen(_ row: Row) throws {
        let list: JSONValue = [
            WrittenBank.organisation(resources: row.resources.map { WrittenBank.resource($0.0, $0.1, $0.2) })
        ]
        let banks = try #require(Participants(parsing: list.encoded())).banks
        #expect(banks.first?.payments.version.text == row.payments)
    }

    @Test(
        arguments: [
            ("Status", JSONValue.string("Inactive")), ("OrgDomainRoleClaims", [["Role": "PAGTO", "Status": "Active"]]),
            ("OrgDomainRoleClaims", [["Role": "CONTA", "Status": "Inactive"]]), ("OrganisationId", nil),
            ("RegistrationNumber", 1), ("AuthorisationServers", "none"),
        ] as [(String, JSONValue)]
    )
    func whatIsNoBankIsLeftOut(_ member: String, _ value: JSONValue) throws {
        let whole = try #require(WrittenBank.participants.array?.first?.object)
        var changed = whole
        changed[member] = value
        let list: JSONValue = [.object(changed), 7, .object(whole)]
        #expect(try #require(Participants(parsing: list.encoded())).banks.map(\.id) == [WrittenBank.institution])
        #expect(try #require(Participants(parsing: JSONValue.array([.object(changed)]).encoded())).banks.isEmpty)
    }

    @Test(arguments: [
        "http://banco.test", "https://user@banco.test", "https://127.0.0.1", "https://localhost", "https://[::1]",
        "https://banco.test#x", "https://banco.test:0", "https://banco.test:99999", "https://2130706433",
        "https://0x7f.1", "https:///x", "https://banco..test", "https://banco.test\\@evil.test", "ftp://banco.test", "",
    ])
    func anAddressThatIsNoHTTPSAddressIsNone(_ text: String) {
        #expect(BankAddress(text) == nil)
    }

    @Test func anAddressIsReadInOneWay() throws {
        let address = try #require(BankAddress("https://Matls.Banco.test:8444/a/b?c=d"))
        #expect(address.host == "matls.banco.test" && address.port == 8444)
        #expect(address.origin == "https://matls.banco.test:8444")
        #expect(BankAddress("https://banco.com.br")?.port == 443)
    }

    // MARK: Over time

    @Test func theDirectoryIsToldOnceForEachChange() async throws {
        let rig = try await ConnectorRig()
        #expect(rig.directories.all.map { $0.map(\.id) } == [[WrittenBank.institution]])
        try await rig.connector.refreshDirectory()
        #expect(rig.directories.all.count == 1)
    }

    /// In a development the directory's first bank is the one to begin with; elsewhere names decide.
    @Test func theBanksOfADevelopmentKeepTheDirectorysOrder() async throws {
        let rig = try await ConnectorRig()
        var list = try #require(Participants(parsing: WrittenBank.participants.encoded())).banks
        list += list
        #expect(BankListing.entries(of: list, rig.connector.settings).map(\.sortPriority) == [0, 1])
        var settings = rig.connector.settings
        settings.directory.participants = "https://data.directory.example/participants"
        #expect(BankListing.entries(of: list, settings).map(\.sortPriority) == [0, 0])
    }

    @Test func aDirectoryThatIsAwayForADayIsAnAlarm() async throws {
        let rig = try await ConnectorRig()
        rig.bank.change { request, _ throws(WireFault) in
            if request.url.hasSuffix("/participants") { throw .unreachable }
            return nil
        }
        rig.bank.advance(seconds: 24 * 3_600 - 1)
        try await rig.connector.refreshDirectory()
        #expect(rig.alarms.all.isEmpty)
        rig.bank.advance(seconds: 1)
        try await rig.connector.refreshDirectory()
        #expect(rig.alarms.all == [.directoryAway(seconds: 24 * 3_600)])
        #expect(rig.alarms.all.first?.sentence.contains("24 hours") == true)
    }

    /// The list of all banks is far longer than any message of one.
    @Test func onlyTheListMayBeLong() async throws {
        let rig = try await ConnectorRig()
        _ = try await rig.route()
        #expect(rig.bank.requests(to: "/participants").map(\.longestAnswer) == [64 * 1_024 * 1_024])
        let others = rig.bank.requests.filter { !$0.url.hasSuffix("/participants") }
        #expect(!others.isEmpty && others.allSatisfy { $0.longestAnswer == 256 * 1_024 })
    }

    @Test func aStartWithoutTheDirectoryGoesByTheKeptList() async throws {
        let rig = try await ConnectorRig()
        let bank = try WrittenBank()
        bank.change { request, _ throws(WireFault) in
            if request.url.hasSuffix("/participants") { throw .unreachable }
            return nil
        }
        let second = try await ConnectorRig(bank: bank, kept: rig.kept)
        #expect(second.directories.all.map { $0.map(\.id) } == [[WrittenBank.institution]])
        _ = try await second.route()
    }

    @Test(arguments: ["[]", "{}", "no JSON", "[{}]", ""])
    func anAnswerWithoutABankChangesNothing(_ body: String) async throws {
        let rig = try await ConnectorRig()
        rig.bank.change { request, _ throws(WireFault) in
            guard request.url.hasSuffix("/participants") else { return nil }
            return WireResponse(status: 200, body: Array(body.utf8))
        }
        try await rig.connector.refreshDirectory()
        #expect(rig.directories.all.count == 1)
        _ = try await rig.route()
    }

    /// Its objects go on; nothing new is made there.
    @Test func aBankThatLeftServesItsOldObjects() async throws {
        let rig = try await ConnectorRig()
        let call = try await rig.call(.readConsent)
        let other = try #require(WrittenBank.participants.array?.first)
            .replacing(WrittenBank.institution.text, with: "01900000-0000-7000-8000-000000000099")
        rig.bank.state.withLock { $0.banks = [other] }
        try await rig.connector.refreshDirectory()
        #expect(await rig.connector.route(to: WrittenBank.institution) == .notNow)
        guard case .answered = await rig.send(call) else {
            Issue.record("an old object is not served")
            return
        }
        // Also after a start.
        let second = try await ConnectorRig(bank: rig.bank, kept: rig.kept)
        guard case .answered = await second.send(call) else {
            Issue.record("an old object is not served after a start")
            return
        }
    }

    // MARK: Discovery

    @Test(arguments: ["issuer", "jwks_uri", "authorization_endpoint", "mtls_endpoint_aliases"])
    func aDocumentWithoutAnEndpointStopsTheBank(_ member: String) async throws {
        let rig = try await ConnectorRig()
        rig.bank.change { request, _ throws(WireFault) in
            guard request.url.hasSuffix("openid-configuration") else { return nil }
            var document = WrittenBank.discovery.object ?? JSONObject()
            document[member] = member == "issuer" ? "https://another.bank.test" : "not an address"
            if member == "mtls_endpoint_aliases" { document["token_endpoint"] = "http://plain.test" }
            return .json(.object(document))
        }
        #expect(await rig.connector.route(to: WrittenBank.institution) == .notNow)
        #expect(rig.bank.requests(to: "/register").isEmpty)
    }

    @Test func aDocumentIsKeptForAnHourAndWhileTheBankGivesNone() async throws {
        let rig = try await ConnectorRig()
        _ = try await rig.route()
        _ = try await rig.route()
        let asked = { rig.bank.requests(to: "openid-configuration").count }
        #expect(asked() == 1)
        rig.bank.advance(seconds: 3_600)
        rig.bank.change { request, _ throws(WireFault) in
            if request.url.hasSuffix("openid-configuration") { throw .unreachable }
            return nil
        }
        _ = try await rig.route()
        _ = try await rig.route()
        #expect(asked() == 2)
        rig.bank.advance(seconds: 10)
        _ = try await rig.route()
        #expect(asked() == 3)
    }
}

extension JSONValue {
    func replacing(_ old: String, with new: String) -> JSONValue {
        (try? JSONValue(parsing: Array(text.replacing(old, with: new).utf8))) ?? self
    }
}
