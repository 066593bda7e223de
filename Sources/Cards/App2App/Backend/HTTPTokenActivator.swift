import ChaveBase
import ChaveWire
public import Foundation

/// The backend of this project over HTTP.
///
/// A call that can be made again is: with the same idempotency key, after the pause that the backend asks for. So a call
/// whose answer was lost finds out what became of it. Where the backend wants the person verified anew, a token for that is
/// asked for once. An activation or a no that was sent is in doubt (`outcome_unknown`) until the backend has said done, or no
/// by one of its own codes with its own status: any other answer may come from something in front of it. Payload, token and
/// answers stay out of errors and logs.
public struct HTTPTokenActivator: TokenActivator {
    /// Gives an access token of the person who is signed in; it may wait for a sign-in, and throws where there is none.
    public typealias AccessToken = @Sendable (AccessTokenNeed) async throws -> String

    /// How old the person's verification may be when a token is made active.
    public static let freshSeconds = 300

    private let sender: BackendSender

    /// `baseURL` is https, or http on this machine; with any other each call fails with `insecure_address`.
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
        // Of another token, or in another state: nobody has said that this one is active, nor that it is not.
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
    /// `nil` where something is missing that every answer has, or the digits are none.
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
    /// A text, or nothing at all.
    fileprivate var mayBeName: Bool {
        switch self {
        case .string, .null: true
        case .number, .bool, .array, .object: false
        }
    }
}
