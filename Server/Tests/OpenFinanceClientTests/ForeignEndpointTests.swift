import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire
import InstitutionPort
import Synchronization
import Testing

@testable import OpenFinanceClient

/// A bank whose discovery document names an endpoint of another bank gets neither our registration nor our tokens.
@Suite struct ForeignEndpointTests {
    private static let other = InstitutionID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0012)
    private static let endpoints = ["token_endpoint", "pushed_authorization_request_endpoint", "registration_endpoint"]

    /// A rig with two banks in the list; `hosts` replaces the host of the second one's interfaces.
    private func rig(interfacesOfOther host: String = "matls.outro.bank.test", sameOwner: Bool = false) async throws
        -> ConnectorRig
    {
        let bank = try WrittenBank()
        let own = try #require(WrittenBank.participants.array?.first)
        let text = own.text
            .replacing("matls.banco.bank.test", with: host)
            .replacing("banco.bank.test:8443", with: "outro.bank.test:8443")
            .replacing(WrittenBank.institution.text, with: Self.other.text)
            .replacing("Banco S.A.", with: "Outro S.A.")
        let organisation = sameOwner ? WrittenBank.organisation : "b0000000-0000-4000-8000-000000000009"
        let other = try JSONValue(
            parsing: Array(text.replacing(WrittenBank.organisation, with: organisation).utf8)
        )
        bank.state.withLock { $0.banks = [own, other] }
        return try await ConnectorRig(bank: bank)
    }

    /// The first bank's document with other addresses.
    private func discovery(_ rig: ConnectorRig, _ name: String, _ address: String, isAlias: Bool = true) {
        rig.bank.change { request, _ throws(WireFault) in
            guard request.url == "\(WrittenBank.issuer)/.well-known/openid-configuration" else { return nil }
            var document = WrittenBank.discovery.object ?? JSONObject()
            if isAlias {
                var aliases = document["mtls_endpoint_aliases"]?.object ?? JSONObject()
                aliases[name] = .string(address)
                document["mtls_endpoint_aliases"] = .object(aliases)
            } else {
                document[name] = .string(address)
            }
            return .json(.object(document))
        }
    }

    @Test(arguments: endpoints, ["https://matls.outro.bank.test:8444/x", "https://OUTRO.bank.test/x"])
    func anEndpointOfAnotherBankIsNotTaken(_ name: String, _ address: String) async throws {
        let rig = try await rig()
        discovery(rig, name, address)
        #expect(await rig.connector.route(to: WrittenBank.institution) == .notNow)
        #expect(rig.bank.requests(to: "/register").isEmpty && rig.bank.requests(to: "outro.bank.test").isEmpty)
        guard case .foreignEndpoint(WrittenBank.institution, let what)? = rig.alarms.all.first else {
            Issue.record("\(rig.alarms.all)")
            return
        }
        #expect(what.contains(name) && what.contains("Outro S.A.") && what.contains("outro.bank.test"))
        // The walk names it, too.
        let steps = Collected<ExaminedStep>()
        await rig.connector.examine(WrittenBank.institution, hasDatabase: true) { steps.append($0) }
        #expect(steps.all.map(\.name) == ["discovery"] && steps.all.first?.problem?.contains(name) == true)
    }

    @Test(arguments: ["authorization_endpoint", "jwks_uri"])
    func neitherPageNorKeysOfAnotherBankAreTaken(_ name: String) async throws {
        let rig = try await rig()
        discovery(rig, name, "https://outro.bank.test:8443/x", isAlias: false)
        #expect(await rig.connector.route(to: WrittenBank.institution) == .notNow)
    }

    @Test func aHostThatNobodyElseHasIsTaken() async throws {
        let rig = try await rig()
        discovery(rig, "token_endpoint", "https://tokens.banco.example/token")
        _ = try await rig.route()
        #expect(rig.alarms.all.isEmpty)
    }

    /// Cooperatives share their provider's host, and each names it in the directory.
    @Test func aSharedHostIsBothBanksOwn() async throws {
        let rig = try await rig(interfacesOfOther: "matls.banco.bank.test")
        _ = try await rig.route()
        #expect(rig.alarms.all.isEmpty)
    }

    @Test func banksOfOneOrganisationMayShareEndpoints() async throws {
        let rig = try await rig(sameOwner: true)
        discovery(rig, "token_endpoint", "https://matls.outro.bank.test:8444/token")
        _ = try await rig.route()
        #expect(rig.alarms.all.isEmpty)
    }

    @Test func theLastGoodDocumentStaysInUse() async throws {
        let rig = try await rig()
        _ = try await rig.route()
        rig.bank.advance(seconds: 3_600)
        discovery(rig, "token_endpoint", "https://outro.bank.test:8443/token")
        _ = try await rig.route()
        #expect(rig.alarms.all.count == 1 && rig.bank.requests(to: "outro.bank.test").isEmpty)
    }
}
