import ChaveBase
import ChaveTransport
import TokenActivationCore

/// One network of the sandbox, called in process with its own messages.
struct SandboxNetworkTransport: HTTPTransport {
    let cards: SandboxCards
    let network: CardNetwork

    private var language: any NetworkLanguage {
        switch network {
        case .visa: VisaLanguage()
        case .mastercard: MastercardLanguage()
        }
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard !Task.isCancelled else { throw TransportError(.cancelled, mayHaveReachedServer: false) }
        let address = SandboxCards.address(of: network)
        guard request.url.hasPrefix(address + "/") else {
            throw TransportError(.notConnected, mayHaveReachedServer: false)
        }
        let language = language
        let call: NetworkCall
        do throws(NetworkRefusal) {
            call = try language.call(request, path: String(request.url.dropFirst(address.count)))
        } catch {
            return language.response(.refused(error), to: nil)
        }
        return language.response(
            try await reply(to: call, within: Int(clamping: request.timeoutMilliseconds)),
            to: call
        )
    }

    private func reply(to call: NetworkCall, within milliseconds: Int) async throws(TransportError) -> NetworkReply {
        switch call {
        case .token(let reference):
            await answered { desk in .token(try desk.token(reference, at: network)?.networkToken) }
        case .tokens(let pan):
            await answered { desk in .tokens(try desk.tokens(ofCard: pan, at: network).map(\.networkToken)) }
        case .order(let order): try await carryOut(order, within: milliseconds)
        }
    }

    private func carryOut(
        _ order: NetworkOrder,
        within milliseconds: Int
    ) async throws(TransportError) -> NetworkReply {
        let network = network
        guard let conduct = try? await cards.atDesk({ try $0.conduct(order, at: network) }) else {
            return .refused(.systemError)
        }
        switch conduct {
        case .done: return await done(order)
        case .doneLate:
            try await wait(cards.options.slowMilliseconds, within: milliseconds)
            return await done(order)
        case .doneAnswerLost:
            _ = await done(order)
            try await wait(milliseconds, within: milliseconds)
            return .refused(.systemError)
        case .lost:
            try await wait(milliseconds, within: milliseconds)
            return .refused(.systemError)
        case .refused: return .refused(.riskDecision)
        case .notConnected: throw TransportError(.notConnected, mayHaveReachedServer: false)
        }
    }

    /// - Throws: `timedOut` when the time is over, or `cancelled` when the caller no longer waits.
    private func wait(_ duration: Int, within milliseconds: Int) async throws(TransportError) {
        await cards.world.sleep(min(duration, milliseconds))
        guard !Task.isCancelled else { throw TransportError(.cancelled, mayHaveReachedServer: true) }
        guard duration < milliseconds else { throw TransportError(.timedOut, mayHaveReachedServer: true) }
    }

    private func done(_ order: NetworkOrder) async -> NetworkReply {
        let network = network
        do {
            return try await cards.atDesk { try $0.carryOut(order, at: network) }
        } catch {
            return .refused(.systemError)
        }
    }

    /// Runs `work`; a failure inside the network becomes its answer.
    private func answered(_ work: @escaping @Sendable (CardsDesk) throws -> NetworkReply) async -> NetworkReply {
        do {
            return try await cards.atWindow(work)
        } catch {
            return .refused(.systemError)
        }
    }
}
