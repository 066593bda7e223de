import ChaveBase
import ChaveWire
public import Foundation

/// The activator for this project's backend, over HTTP.
///
/// It retries a call that is safe to repeat, with the same idempotency key, after the pause that the backend asks for.
/// A call whose answer was lost therefore learns the outcome. When the backend requires a new verification of the
/// person, the activator asks once for a token with one.
///
/// The outcome of a sent activation or refusal is unknown (`outcome_unknown`) until the backend confirms or refuses it.
/// A refusal counts only with one of the backend's own codes and that code's status. Any other answer may come from a
/// proxy. Errors and logs contain no payload, token or answer.
public struct HTTPTokenActivator: TokenActivator {
    /// Returns an access token of the signed-in person; it may wait for a sign-in, and throws when there is none.
    public typealias AccessToken = @Sendable (AccessTokenNeed) async throws -> String

    /// The maximum age of the person's verification at an activation, in seconds.
    public static let freshSeconds = 300

    private let sender: BackendSender

    /// Creates an activator; `baseURL` is https, or http on this machine.
    ///
    /// With any other address each call fails with `insecure_address`.
    public init(
        baseURL: URL,
        accessToken: @escaping AccessToken,
        exchange: any ActivationExchange = URLSessionExchange(),
        pauses: ActivationPauses = .standard
    ) {
        sender = BackendSender(
            address: BackendAddress(baseURL),
            accessToken: accessToken,
            exchange: exchange,
            pauses: pauses
        )
    }

    public func preview(
        _ payload: App2AppTokenActivationPayload
    ) async throws(TokenActivatorError) -> TokenActivationPreview {
        let answer = try await sender.send(BackendCall(path: "/preview", payload: payload))
        guard let preview = TokenActivationPreview(answer) else { throw TokenActivatorError(.unexpectedAnswer) }
        return preview
    }

    public func activate(
        _ payload: App2AppTokenActivationPayload,
        idempotencyKey: String
    ) async throws(TokenActivatorError) -> ActivatedToken {
        var call = BackendCall(path: "", payload: payload)
        call.idempotencyKey = idempotencyKey
        call.need = .fresh(withinSeconds: HTTPTokenActivator.freshSeconds)
        let answer = try await sender.send(call)
        // The answer is for another token or names another state, so it does not say whether this token is active.
        guard answer["state"] == .string("ACTIVE"), let token = payload.tokenReferenceID,
            answer["tokenReferenceID"] == .string(token)
        else { throw TokenActivatorError(.outcomeUnknown) }
        return ActivatedToken(activationID: answer["id"]?.written)
    }

    public func decline(
        _ payload: App2AppTokenActivationPayload,
        idempotencyKey: String
    ) async throws(TokenActivatorError) {
        var call = BackendCall(path: "/decline", payload: payload)
        call.idempotencyKey = idempotencyKey
        let answer = try await sender.send(call)
        guard answer["state"] == .string("DECLINED") else { throw TokenActivatorError(.outcomeUnknown) }
    }
}

extension TokenActivationPreview {
    /// Reads an answer; `nil` when a required member is missing, or the digits are not four digits.
    fileprivate init?(_ answer: JSONObject) {
        func text(_ name: String) -> String? {
            guard let text = answer[name]?.string else { return nil }
            let shown = ShownText.plain(text)
            return shown.isEmpty ? nil : shown
        }
        guard let cardName = text("cardName"), let lastFour = text("lastFour"), let network = text("network"),
            let walletName = text("walletName"), answer["deviceName"]?.mayBeName ?? true,
            lastFour.utf8.count == 4, lastFour.utf8.allSatisfy(isDigit)
        else { return nil }
        self.init(
            cardName: cardName,
            lastFour: lastFour,
            network: network,
            walletName: walletName,
            deviceName: text("deviceName")
        )
    }
}

extension JSONValue {
    /// Whether the value is a text or `null`.
    fileprivate var mayBeName: Bool {
        switch self {
        case .string, .null: true
        case .number, .bool, .array, .object: false
        }
    }
}

/// The backend's data about a token that is now active.
public struct ActivatedToken: Hashable, Sendable {
    /// The backend's id of the activation; `nil` when there is none.
    public var activationID: String?
    /// A code for the wallet, when the network needs one; most do not.
    public var code: String?

    /// Creates an active token from the backend's id of the activation and an optional code for the wallet.
    public init(activationID: String? = nil, code: String? = nil) {
        self.activationID = activationID
        self.code = code
    }
}

extension ActivatedToken: CustomStringConvertible, CustomReflectable {
    public var description: String { "ActivatedToken(<redacted>)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
