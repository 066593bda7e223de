import ChaveBase
import ChaveWire
import PaymentsStores
import SandboxCards
import Testing
import TokenActivationCore

@testable import CardsHTTP
@testable import HTTPKernel

/// A holder with a card that waits in a wallet, and one fault for each code.
struct Scene: Sendable {
    let rig: ActivationRig
    let holder: CardHolderInHand
    let payload: ActivationPayload

    init(_ rig: ActivationRig) async throws {
        self.rig = rig
        holder = try await rig.holder()
        payload = try await rig.added(try holder.card())
    }

    private func activate(_ payload: ActivationPayload, key: String = "k") async throws -> Reply {
        try await rig.send(ActivationRig.activate(payload, by: holder.token, key: key))
    }

    private func activate(
        _ member: WritableKeyPath<ActivationPayload, String?>,
        _ text: String?
    ) async throws -> Reply {
        try await activate(payload.with(member, text))
    }

    func reply(for code: ProblemCode) async throws -> Reply {
        switch code {
        case .invalidParameter:
            try await rig.send(.get("\(ActivationRig.collection)/x?unheard_of=1").bearer(holder.token))
        case .invalidPayload: try await activate(\.deviceIndex, "um")
        case .idempotencyKeyMissing:
            try await rig.send(.post(ActivationRig.collection, payload.json).bearer(holder.token))
        case .idempotencyKeyInvalid: try await activate(payload, key: "two words")
        case .cardNumberRefused: try await activate(\.walletAccountID, "5500 0055 5555 5559")
        case .idempotencyKeyReused: try await reused()
        case .tokenReferenceMissing: try await activate(\.tokenReferenceID, nil)
        case .invalidToken: try await rig.send(ActivationRig.activate(payload, by: "chave_at_none", key: "k"))
        case .insufficientUserAuthentication: try await tooLate(301) { try await activate(payload) }
        case .clientNotAllowed: try await byAnotherClient()
        case .walletNotAllowed: try await activate(\.tokenRequestorID, "40000000001")
        case .cardNotFound: try await activate(\.panReferenceID, "V-1")
        case .tokenNotFound: try await activate(\.tokenReferenceID, "DNITHE0")
        case .activationNotFound: try await read("019b0000-0000-7000-8000-000000000000")
        case .cardBlocked: try await blocked()
        case .activationsLocked: try await locked()
        case .deviceMismatch: try await activate(\.deviceIndex, "9")
        case .tokenSuspended: try await suspended()
        case .tokenDeactivated: try await removed()
        case .stepUpClosed: try await declined { _ in try await activate(payload, key: "other") }
        case .stepUpExpired: try await expired()
        case .tokenNotActive: try await declined { id in try await suspend(id) }
        case .refusedByNetwork: try await activate(try await rig.added(try holder.card(), .refuses))
        case .activationInProgress: try await inProgress()
        case .networkUnavailable:
            try await rig.withoutNetworks().send(ActivationRig.activate(payload, by: holder.token, key: "k"))
        case .outcomeUnknown: try await activate(try await rig.added(try holder.card(), .isDown))
        case .notFound: try await rig.send(.get("/app2app/v1/token-activation").bearer(holder.token))
        case .methodNotAllowed: try await rig.send(.get(ActivationRig.collection).bearer(holder.token))
        case .notAcceptable: try await sent { $0.headers.append(("accept", "text/html")) }
        case .addressTooLong: try await sent { $0.query = String(repeating: "a", count: 9 * 1_024) }
        case .requestOverdue: try await sent { $0.body = .overdue }
        case .requestTooLarge: try await sent { $0.body = .tooLarge }
        case .temporarilyUnavailable: try await sent { $0.body = .withoutRoom }
        case .headersTooLarge:
            try await sent { $0.headers.append(("x-long", String(repeating: "a", count: 33 * 1_024))) }
        case .unsupportedMediaType:
            try await rig.send(
                .post(ActivationRig.collection, text: "{}", type: "text/plain", key: "k").bearer(holder.token)
            )
        case .tooManyRequests, .serverError:
            throw TestProblem("\(code.rawValue) is looked at by itself")
        }
    }

    private func read(_ id: String) async throws -> Reply {
        try await rig.send(.get("\(ActivationRig.collection)/\(id)").bearer(holder.token))
    }

    private func suspend(_ id: String) async throws -> Reply {
        try await rig.send(.post("\(ActivationRig.collection)/\(id)/suspend").bearer(holder.token))
    }

    private func reused() async throws -> Reply {
        _ = try await activate(payload)
        return try await activate(try await rig.added(try holder.card()))
    }

    private func tooLate(_ seconds: Int64, _ act: () async throws -> Reply) async throws -> Reply {
        rig.clock.advance(seconds: seconds)
        return try await act()
    }

    private func byAnotherClient() async throws -> Reply {
        let token = try await rig.token(of: holder.phone, client: try await rig.signIn.clientID())
        return try await rig.send(ActivationRig.activate(payload, by: token, key: "k"))
    }

    private func blocked() async throws -> Reply {
        let isKnown = try await rig.cards.setBlocked(true, card: try holder.card())
        #expect(isKnown)
        return try await activate(payload)
    }

    private func locked() async throws -> Reply {
        for number in 1...3 {
            let one = try await rig.added(try holder.card())
            let reply = try await rig.send(ActivationRig.decline(one, by: holder.token, key: "no-\(number)"))
            #expect(reply.status == 200, "\(reply.text)")
        }
        let reply = try await activate(payload)
        #expect(reply["until"]?.string != nil)
        return reply
    }

    private func suspended() async throws -> Reply {
        let done = try await activate(payload)
        #expect(try await suspend(done.id).status == 200)
        return try await activate(payload, key: "other")
    }

    private func removed() async throws -> Reply {
        try await rig.cards.remove(payload.tokenReferenceID ?? "", ofWalletAccount: ActivationRig.walletAccount)
        return try await activate(payload)
    }

    private func declined(_ act: (String) async throws -> Reply) async throws -> Reply {
        let reply = try await rig.send(ActivationRig.decline(payload, by: holder.token, key: "no"))
        #expect(reply.status == 200, "\(reply.text)")
        return try await act(reply.id)
    }

    private func expired() async throws -> Reply {
        rig.clock.jump(seconds: 901)
        return try await activate(payload)
    }

    /// While the network takes its time over the first request.
    private func inProgress() async throws -> Reply {
        let slow = try await rig.added(try holder.card(), .slow)
        rig.pause.hold(true)
        defer { rig.pause.hold(false) }
        let first = Task { [self] in try await activate(slow, key: "first") }
        let token = TokenKey(network: .visa, id: slow.tokenReferenceID ?? "")
        // Not the server's time: only lets the threads that do the work have the processor.
        while try await rig.store.standing(token) == nil { try await Task.sleep(for: .milliseconds(1)) }
        let second = try await activate(slow, key: "second")
        rig.pause.hold(false)
        #expect(try await first.value.status == 200)
        return second
    }

    private func sent(_ change: (inout ServerRequest) -> Void) async throws -> Reply {
        var request = SignInRig.request(ActivationRig.activate(payload, by: holder.token, key: "k"))
        change(&request)
        return Reply(answer: await rig.api.respond(to: request).answer)
    }
}
