import ChaveWire
import Foundation

/// Sends calls to the backend, and retries them when that is safe.
struct BackendSender: Sendable {
    let address: BackendAddress?
    let accessToken: HTTPTokenActivator.AccessToken
    let exchange: any ActivationExchange
    let pauses: ActivationPauses

    /// Sends a call and returns the members of the answer.
    ///
    /// - Throws: `outcome_unknown` when a try may have acted and no later try has found the outcome.
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
        // This is the last moment at which certainly nothing was sent.
        guard !Task.isCancelled else { throw TokenActivatorError(.cancelled) }
        do {
            return BackendAnswer(try await exchange.send(request), mayHaveActed: isKeyed)
        } catch {
            // This code cannot tell whether an activation has reached the backend; a retry with the same key finds out.
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

/// The required freshness of an access token.
public enum AccessTokenNeed: Hashable, Sendable {
    /// Any token that the backend accepts.
    case any
    /// A token whose person was verified at most this long ago: by passkey, device key or a new sign-in.
    case fresh(withinSeconds: Int)
}
