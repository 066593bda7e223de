import ChaveBase
import ChaveWire
import Testing

@testable import IssuerPages

/// Every state with every event, in time and too late.
@Suite struct WalletRequestTests {
    private static let start = IssuerStage.time
    private static let subject = "maria"
    private static let launch = Launch(payload: [:], answers: IssuerStage.answers(), digest: [1])

    private enum Kind: String, CaseIterable {
        case asked, agreed, confirmed, approved, failed
    }

    private static func request(_ kind: Kind) -> WalletRequest {
        let world = World(
            now: { start },
            uptimeMilliseconds: { 0 },
            randomBytes: { Array(repeating: 1, count: $0) },
            sleep: { _ in }
        )
        var request = WalletRequest(launch, world: world)
        if kind == .asked { return request }
        request.receive(.yes(subject: subject), at: start)
        if kind == .agreed { return request }
        request.receive(.confirmation(subject: subject, authenticatedAt: start), at: start)
        if kind == .approved { request.receive(.active, at: start) }
        if kind == .failed { request.receive(.failure(code: "x"), at: start) }
        return request
    }

    /// What each event makes of `asked`, `agreed` and `confirmed`; what has ended stays as it is.
    private static let table: [(WalletRequest.Event, [String])] = [
        (.yes(subject: subject), ["agreed", "agreed", "confirmed"]),
        (.no, ["declined", "declined", "confirmed"]),
        (.confirmation(subject: subject, authenticatedAt: start), ["asked", "confirmed", "confirmed"]),
        (.confirmation(subject: "joana", authenticatedAt: start), ["asked", "asked", "confirmed"]),
        (.confirmation(subject: subject, authenticatedAt: start.adding(seconds: -1)), ["asked", "asked", "confirmed"]),
        (.noWordYet, ["asked", "agreed", "confirmed 1"]),
        (.active, ["approved", "approved", "approved"]),
        (.refusal(code: "r"), ["refused r", "refused r", "refused r"]),
        (.failure(code: "f"), ["failed f", "failed f", "failed f"]),
        (.newerLink, ["failed replaced", "failed replaced", "confirmed"]),
        (.signOut, ["failed signed_out", "failed signed_out", "confirmed"]),
        (.clockTick, ["asked", "agreed", "confirmed"]),
    ]

    private static func name(_ state: WalletRequest.State) -> String {
        switch state {
        case .asked: "asked"
        case .agreed: "agreed"
        case .confirmed(_, let attempts): attempts == 0 ? "confirmed" : "confirmed \(attempts)"
        case .ended(.approved): "approved"
        case .ended(.refusedByHolder): "declined"
        case .ended(.refused(let code)): "refused \(code)"
        case .ended(.failed(let code)): "failed \(code)"
        }
    }

    @Test func everyStateTakesEveryEventInTime() {
        for (event, expected) in Self.table {
            for (kind, name) in zip(Kind.allCases, expected) {
                var request = Self.request(kind)
                request.receive(event, at: Self.start.adding(seconds: 299))
                #expect(Self.name(request.state) == name, "\(kind) after \(event)")
            }
        }
    }

    @Test func whatHasEndedStaysAndIsAnsweredOnce() {
        for (event, _) in Self.table {
            for kind in [Kind.approved, .failed] {
                var request = Self.request(kind)
                let answer = request.answer
                request.receive(event, at: Self.start.adding(seconds: 10_000))
                #expect(request == Self.request(kind), "\(kind) after \(event)")
                #expect(request.answer == answer && answer != nil)
            }
        }
    }

    @Test func afterFiveMinutesNothingIsAgreedToAnyMore() {
        for (event, _) in Self.table {
            for kind in [Kind.asked, .agreed] {
                var request = Self.request(kind)
                request.receive(event, at: Self.start.adding(seconds: 300))
                #expect(Self.name(request.state) == "failed expired", "\(kind) after \(event)")
                #expect(request.answer == IssuerStage.answers().failure)
            }
        }
    }

    @Test func whatWasConfirmedInTimeEndsByItsTruthAlone() {
        var request = Self.request(.confirmed)
        request.receive(.clockTick, at: Self.start.adding(seconds: 10_000))
        request.receive(.noWordYet, at: Self.start.adding(seconds: 10_000))
        #expect(Self.name(request.state) == "confirmed 1")
        request.receive(.active, at: Self.start.adding(seconds: 10_001))
        #expect(request.answer == IssuerStage.answers().approved)
    }

    @Test func theBackendIsAskedByItselfOnlySoOften() {
        var request = Self.request(.confirmed)
        for _ in 0..<100 { request.receive(.noWordYet, at: Self.start) }
        #expect(Self.name(request.state) == "confirmed \(WalletRequest.mostAttempts)")
    }
}
