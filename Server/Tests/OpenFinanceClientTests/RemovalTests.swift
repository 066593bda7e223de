import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import Synchronization
import Testing

@testable import OpenFinanceClient

/// A registration goes when nothing needs it, and a lost answer keeps a mark.
@Suite struct RemovalTests {
    private static let bank = WrittenBank.institution

    /// A rig with a registration, whose bank answers a removal with `status`; `nil` loses the answer.
    private func registered(answering status: Int?) async throws -> ConnectorRig {
        let rig = try await ConnectorRig()
        _ = try await rig.route()
        answer(rig, status)
        return rig
    }

    private func answer(_ rig: ConnectorRig, _ status: Int?) {
        rig.bank.change { request, _ throws(WireFault) in
            guard request.method == "DELETE" else { return nil }
            guard let status else { throw .timedOut }
            return status == 204 ? WireResponse(status: 204) : .json(["error": "invalid_token"], status: status)
        }
    }

    private func state(_ rig: ConnectorRig) async throws -> RegistrationState {
        try await rig.kept.state(at: Self.bank)
    }

    @Test func theBankIsAskedByTheRegistrationsToken() async throws {
        let rig = try await registered(answering: 204)
        #expect(try await rig.connector.removeRegistration(at: Self.bank) == .removed(client: "client-1"))
        let asked = try #require(rig.bank.requests.last)
        #expect(asked.method == "DELETE" && asked.url == "\(WrittenBank.mutual)/register/client-1")
        #expect(asked.header("authorization") == "Bearer registration-token" && asked.body.isEmpty)
        #expect(try await state(rig) == .none)
        // The next use registers anew.
        rig.bank.change(nil)
        _ = try await rig.route()
        #expect(rig.bank.requests(to: "/register").map(\.method) == ["POST", "DELETE", "POST"])
    }

    @Test(arguments: [
        BankObjects(enrollments: 1), BankObjects(unconfirmedEnds: 1), BankObjects(payments: 1),
    ])
    func whatIsNeededStays(_ used: BankObjects) async throws {
        let rig = try await registered(answering: 204)
        rig.kept.used.withLock { $0 = used }
        let before = try await state(rig)
        #expect(try await rig.connector.removeRegistration(at: Self.bank) == .inUse(used))
        #expect(try await state(rig) == before)
        #expect(rig.bank.requests(to: "/register").map(\.method) == ["POST"])
    }

    /// A server beside the command makes an enrollment between the question and the mark.
    @Test func whatIsMadeMeanwhileIsSeen() async throws {
        let rig = try await registered(answering: 204)
        let before = try await state(rig)
        let kept = rig.kept
        kept.marked.withLock { $0 = { kept.used.withLock { $0 = BankObjects(enrollments: 1) } } }
        #expect(try await rig.connector.removeRegistration(at: Self.bank) == .inUse(BankObjects(enrollments: 1)))
        #expect(try await state(rig) == before)
        #expect(rig.bank.requests(to: "/register").map(\.method) == ["POST"])
    }

    @Test(arguments: [400, 401, 403, 404, 405])
    func aRefusalLeavesTheRegistration(_ status: Int) async throws {
        let rig = try await registered(answering: status)
        let before = try await state(rig)
        #expect(try await rig.connector.removeRegistration(at: Self.bank) == .refused("invalid_token"))
        #expect(try await state(rig) == before)
        _ = try await rig.route()
    }

    @Test(arguments: [nil, 302, 429, 500, 503])
    func aLostAnswerKeepsAMarkAndTheToken(_ status: Int?) async throws {
        let rig = try await registered(answering: status)
        #expect(try await rig.connector.removeRegistration(at: Self.bank) == .unknown)
        guard case .removing(let known) = try await state(rig) else {
            Issue.record("there is no mark")
            return
        }
        #expect(known.clientID == "client-1" && known.token == "registration-token")
        // Nothing new is made by it, and an operator is told.
        #expect(await rig.connector.route(to: Self.bank) == .notNow)
        #expect(rig.alarms.all == [.removalUnknown(Self.bank)])
        #expect(rig.alarms.all.first?.sentence.contains("chave open-finance delete") == true)
        // A refusal may now mean that the first removal did its work.
        answer(rig, 401)
        #expect(try await rig.connector.removeRegistration(at: Self.bank) == .refused("invalid_token"))
        #expect(try await state(rig) == .removing(known))
        answer(rig, 204)
        #expect(try await rig.connector.removeRegistration(at: Self.bank) == .removed(client: "client-1"))
        #expect(try await state(rig) == .none)
    }

    @Test func aMarkHasNoTokenToRemoveBy() async throws {
        let rig = try await ConnectorRig()
        _ = try await rig.kept.mark(at: Self.bank)
        #expect(try await rig.connector.removeRegistration(at: Self.bank) == .marked)
        #expect(try await state(rig) == .sent)
        #expect(rig.bank.requests(to: "/register").isEmpty)
    }

    // MARK: What the bank does not have any more

    @Test func whatIsForgottenIsRegisteredAnew() async throws {
        let rig = try await ConnectorRig()
        #expect(try await rig.kept.forget(at: Self.bank) == RegistrationRemoval.none)
        _ = try await rig.kept.mark(at: Self.bank)
        #expect(try await rig.kept.forget(at: Self.bank) == .forgotten)
        _ = try await rig.route()
        // An end that the bank cannot confirm any more holds up nobody.
        rig.kept.used.withLock { $0 = BankObjects(unconfirmedEnds: 1) }
        #expect(try await rig.kept.forget(at: Self.bank) == .forgotten)
        #expect(rig.bank.requests(to: "/register").map(\.method) == ["POST"])
    }

    @Test(arguments: [BankObjects(enrollments: 1), BankObjects(payments: 1)])
    func whatIsNeededIsNotForgotten(_ used: BankObjects) async throws {
        let rig = try await ConnectorRig()
        _ = try await rig.route()
        rig.kept.used.withLock { $0 = used }
        #expect(try await rig.kept.forget(at: Self.bank) == .inUse(used))
        #expect(try await state(rig) != .none)
    }

    // MARK: The relying party

    @Test func anotherCommonNameIsRefusedWhilePasskeysNeedTheOldOne() async throws {
        let rig = try await ConnectorRig()
        _ = try await rig.route()
        let renamed = try await ConnectorRig(bank: rig.bank, kept: rig.kept, relyingPartyID: "outra.test")
        try await renamed.connector.requireRelyingParty()
        rig.kept.used.withLock { $0 = BankObjects(enrollments: 3) }
        try await rig.connector.requireRelyingParty()
        do {
            try await renamed.connector.requireRelyingParty()
            Issue.record("another relying party is taken")
        } catch let refusal as OpenFinanceConnector.RegistrationRefusal {
            for word in ["outra.test", "loja.test", "3 enrollments", Self.bank.text] {
                #expect(refusal.description.contains(word))
            }
        }
    }
}
