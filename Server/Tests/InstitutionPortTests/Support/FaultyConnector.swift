import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire
import InstitutionConformance
import InstitutionPort
import Synchronization

/// One way in which a connector breaks a promise of the port.
enum ConnectorFault: String, CaseIterable, Sendable {
    case timeoutIsRefused
    case serverErrorIsRefused
    case overloadIsRefused
    case noConnectionIsRefused
    case unreadableIsRefused
    case unreadableIsAnswered
    case refusalIsUnknown
    case refusalLosesItsCode
    case refusedTokenIsRefused
    case losesRetryAfter
    case answersWithoutMessage
    case hasAClockOfItsOwn
    case datesRefusalsItself
    case retriesRefusals
    case retriesRefusedTokens
    case keepsItsRefusedToken
    case dropsTheKey
    case makesANewKey
    case sendsTwice
    case changesTheBody
    case changesTheInteraction
    case goesToTheFirstBank
    case answersForAnybody
    case takesItsTime
    case sendsOneAfterAnother
    case listsABankTwice
    case changesItsWay
    case takesTheWayOfToday
    case forgetsBanksThatLeft
    case makesObjectsAtBanksThatLeft
    case believesEveryToken
    case believesNoToken
    case refusesTokensWithoutKeys
}

/// A connector over an honest one, with one fault.
final class FaultyConnector: InstitutionConnector {
    private let honest: HubConnector
    private let fault: ConnectorFault
    private let bank: HubBank
    private let turn = Turn()
    private let count = Mutex(0)

    init(_ fault: ConnectorFault, before bank: HubBank) {
        self.fault = fault
        self.bank = bank
        honest = HubConnector(hub: fault == .keepsItsRefusedToken ? OneToken(hub: bank) : bank)
    }

    func send(_ call: InstitutionCall, timeoutMilliseconds: Int) async -> InstitutionReply {
        if fault == .sendsOneAfterAnother {
            await turn.take()
            let reply = await honest.send(call, timeoutMilliseconds: timeoutMilliseconds)
            await turn.leave()
            return reply
        }
        if fault == .answersForAnybody, await honest.hub.listing(of: call.institution) == nil {
            return answer(to: call)
        }
        if fault == .forgetsBanksThatLeft, await honest.route(to: call.institution) == .notNow {
            return .unknown(.unreachable)
        }
        let sent = await changed(call)
        let milliseconds = fault == .takesItsTime ? timeoutMilliseconds * 10 : timeoutMilliseconds
        var reply = await honest.send(sent, timeoutMilliseconds: milliseconds)
        if isSentAgain(reply) {
            let second = await honest.send(sent, timeoutMilliseconds: milliseconds)
            if fault == .retriesRefusedTokens { reply = second }
        }
        return changed(reply, to: call)
    }

    func route(to institution: InstitutionID) async -> InstitutionRouting {
        let routing = await honest.route(to: institution)
        switch fault {
        case .changesItsWay:
            let number = count.withLock { count in
                count += 1
                return count
            }
            return .by(InstitutionRoute(text: "https://hub.test/v\(number)"))
        case .makesObjectsAtBanksThatLeft where routing == .notNow:
            return .by(InstitutionRoute(text: "https://hub.test/v1"))
        default: return routing
        }
    }

    func verify(_ question: IdentityQuestion) async -> IdentityVerdict {
        let verdict = await honest.verify(question)
        switch fault {
        case .believesEveryToken: return .holds(subject: "titular")
        case .believesNoToken: return verdict == .notNow ? .notNow : .doesNotHold
        case .refusesTokensWithoutKeys: return verdict == .notNow ? .doesNotHold : verdict
        default: return verdict
        }
    }

    // MARK: Faults

    private func changed(_ call: InstitutionCall) async -> InstitutionCall {
        var call = call
        switch fault {
        case .dropsTheKey: call.idempotencyKey = nil
        case .makesANewKey: call.idempotencyKey = call.idempotencyKey.map { _ in "own-key-\(next())" }
        case .changesTheBody where !call.body.isEmpty: call.body = Array(#"{"data":{}}"#.utf8)
        case .changesTheInteraction: call.interactionID = "00000000-0000-4000-8000-00000000000f"
        case .goesToTheFirstBank: call.institution = bank.institution
        case .takesTheWayOfToday:
            if case .by(let route) = await honest.route(to: call.institution) { call.route = route }
        default: break
        }
        return call
    }

    private func isSentAgain(_ reply: InstitutionReply) -> Bool {
        switch (fault, reply) {
        case (.sendsTwice, _), (.retriesRefusals, .refused), (.retriesRefusedTokens, .tokenRefused): true
        default: false
        }
    }

    private func changed(_ reply: InstitutionReply, to call: InstitutionCall) -> InstitutionReply {
        let refused = InstitutionReply.refused(status: 422, body: Array(#"{"errors":[]}"#.utf8), date: bank.now())
        switch (fault, reply) {
        case (.timeoutIsRefused, .unknown(.timedOut, _)), (.serverErrorIsRefused, .unknown(.serverError, _)),
            (.overloadIsRefused, .unknown(.overloaded, _)), (.noConnectionIsRefused, .unknown(.unreachable, _)),
            (.unreadableIsRefused, .unknown(.unreadable, _)), (.refusedTokenIsRefused, .tokenRefused),
            (.refusalLosesItsCode, .refused):
            return refused
        case (.unreadableIsAnswered, .unknown(.unreadable, _)): return answer(to: call)
        case (.refusalIsUnknown, .refused): return .unknown(.unreadable)
        case (.losesRetryAfter, .unknown(let reason, _)): return .unknown(reason)
        case (.answersWithoutMessage, .answered(let status, _, let date)):
            return .answered(status: status, body: [], date: date)
        case (.hasAClockOfItsOwn, .answered(let status, let body, _)):
            return .answered(status: status, body: body, date: bank.now())
        case (.datesRefusalsItself, .refused(let status, let body, _)):
            return .refused(status: status, body: body, date: bank.now())
        default: return reply
        }
    }

    private func answer(to call: InstitutionCall) -> InstitutionReply {
        .answered(status: 200, body: call.operation.sampleAnswer(1)?.encoded() ?? [], date: bank.now())
    }

    private func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

/// A hub whose token is never renewed.
private struct OneToken: Hub {
    let hub: HubBank

    func ownToken(insteadOf old: String?) async throws(HubFault) -> String { "own-1" }
    func listing(of institution: InstitutionID) async -> HubListing? { await hub.listing(of: institution) }
    func keys(of institution: InstitutionID) async throws(HubFault) -> JWKSet { try await hub.keys(of: institution) }
    func isGenuine(_ answer: HubAnswer) -> Bool { hub.isGenuine(answer) }
    func now() -> Timestamp { hub.now() }
    func uptimeMilliseconds() -> Int64 { hub.uptimeMilliseconds() }

    func send(_ request: HubRequest, timeoutMilliseconds: Int) async throws(HubFault) -> HubAnswer {
        try await hub.send(request, timeoutMilliseconds: timeoutMilliseconds)
    }
}

/// One turn for all calls.
private actor Turn {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async {
        if !isTaken {
            isTaken = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    func leave() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
