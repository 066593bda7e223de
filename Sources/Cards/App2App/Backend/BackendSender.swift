import ChaveWire
import Foundation

/// Makes calls to the backend, and makes them again where that is safe.
struct BackendSender: Sendable {
    let address: BackendAddress?
    let accessToken: HTTPTokenActivator.AccessToken
    let exchange: any ActivationExchange
    let pauses: ActivationPauses

    /// - Throws: `outcome_unknown` as soon as one try may have acted and no later one has found out.
    func send(_ call: BackendCall) async throws(TokenActivatorError) -> JSONObject {
        guard let url = address?.url(call.path) else { throw TokenActivatorError(.insecureAddress) }
        var mayHaveActed = false
        do throws(TokenActivatorError) {
            return try await sent(call, to: url, mayHaveActed: &mayHaveActed)
        } catch {
            guard mayHaveActed else { throw error }
            throw TokenActivatorError(.outcomeUnknown, retryAfterSeconds: error.retryAfterSeconds)
        }
    }

    private func sent(
        _ call: BackendCall,
        to url: URL,
        mayHaveActed: inout Bool
    ) async throws(TokenActivatorError) -> JSONObject {
        var need = call.need
        var wasVerifiedAnew = false
        var number = 1
        while true {
            switch try await tried(call, url, need) {
            case .done(let members): return members
            case .refused(let error):
                mayHaveActed = false
                throw error
            case .over(let error): throw error
            case .freshAuthentication(let seconds, let isInDoubt):
                if isInDoubt { mayHaveActed = true }
                guard !wasVerifiedAnew else { throw TokenActivatorError(.freshAuthenticationNeeded) }
                wasVerifiedAnew = true
                need = .fresh(withinSeconds: seconds)
            case .again(let error):
                if error.code == .outcomeUnknown { mayHaveActed = true }
                guard number < pauses.tries else { throw error }
                try await pause(afterTry: number, error)
                number += 1
            }
        }
    }

    private func tried(
        _ call: BackendCall,
        _ url: URL,
        _ need: AccessTokenNeed
    ) async throws(TokenActivatorError) -> BackendAnswer {
        let token = try await token(need)
        guard let request = call.request(to: url, token: token) else { throw TokenActivatorError(.notSignedIn) }
        let isKeyed = call.idempotencyKey != nil
        // The last moment at which nothing has been sent for sure.
        guard !Task.isCancelled else { throw TokenActivatorError(.cancelled) }
        do {
            return BackendAnswer(try await exchange.send(request), mayHaveActed: isKeyed)
        } catch {
            // Whether an activation has reached the backend cannot be told from here; the same key will find out.
            guard !Task.isCancelled, !(error is CancellationError) else {
                throw TokenActivatorError(isKeyed ? .outcomeUnknown : .cancelled)
            }
            return .again(TokenActivatorError(isKeyed ? .outcomeUnknown : .unavailable))
        }
    }

    private func token(_ need: AccessTokenNeed) async throws(TokenActivatorError) -> String {
        do {
            return try await accessToken(need)
        } catch let error as TokenActivatorError {
            throw error
        } catch {
            throw TokenActivatorError(error is CancellationError ? .cancelled : .notSignedIn)
        }
    }

    private func pause(afterTry number: Int, _ error: TokenActivatorError) async throws(TokenActivatorError) {
        do {
            try await pauses.sleep(pauses.seconds(afterTry: number, asked: error.retryAfterSeconds))
        } catch {
            throw TokenActivatorError(.cancelled)
        }
    }
}
