import HTTPKernel
import TokenActivationCore

extension TokenActivationAPI {
    private static let collection = "\(prefix)/v1/token-activations"

    /// The refusals that the state of the card and of the token can cause.
    private static let standing: [ProblemCode] = [
        .tokenReferenceMissing, .walletNotAllowed, .cardNotFound, .tokenNotFound, .cardBlocked, .activationsLocked,
        .deviceMismatch, .tokenSuspended, .tokenDeactivated, .activationInProgress, .stepUpClosed, .stepUpExpired,
        .networkUnavailable, .outcomeUnknown,
    ]

    /// The routes that change or read activations.
    var activationRows: [ActivationRoute] { [activateRow, previewRow, declineRow, activationRow, suspendRow] }

    private var activateRow: ActivationRoute {
        ActivationRoute(
            "POST",
            TokenActivationAPI.collection,
            as: .approval,
            RouteText("activateToken", "Makes a token active: its holder was there, and said yes."),
            answers: .object(.activatedToken),
            refuses: TokenActivationAPI.standing + [.insufficientUserAuthentication, .refusedByNetwork],
            takesPayload: true,
            takesKey: true,
            .holder { [self] context in
                try await told(.activate) {
                    let (key, payload) = try await read(.activate, context) {
                        (try context.key(), try context.payload())
                    }
                    let view = try await activations.activate(payload, key: key, by: try context.session)
                    return (view.state.rawValue, .json(view.outcomeJSON))
                }
            }
        )
    }

    private var previewRow: ActivationRoute {
        ActivationRoute(
            "POST",
            "\(TokenActivationAPI.collection)/preview",
            RouteText("previewActivation", "Says what the holder is to be asked about; changes nothing."),
            answers: .object(.activationPreview),
            refuses: TokenActivationAPI.standing,
            takesPayload: true,
            .holder { [self] context in
                try await told(.preview) {
                    let payload = try await read(.preview, context) { try context.payload() }
                    let preview = try await activations.preview(payload, by: try context.session)
                    return (preview.state.rawValue, .json(preview.json))
                }
            }
        )
    }

    private var declineRow: ActivationRoute {
        ActivationRoute(
            "POST",
            "\(TokenActivationAPI.collection)/decline",
            RouteText("declineActivation", "Says no for the holder: the network waits no longer."),
            answers: .object(.activatedToken),
            refuses: TokenActivationAPI.standing + [.refusedByNetwork],
            takesPayload: true,
            takesKey: true,
            .holder { [self] context in
                try await told(.decline) {
                    let (key, payload) = try await read(.decline, context) {
                        (try context.key(), try context.payload())
                    }
                    let view = try await activations.decline(payload, key: key, by: try context.session)
                    return (view.state.rawValue, .json(view.outcomeJSON))
                }
            }
        )
    }

    private var activationRow: ActivationRoute {
        ActivationRoute(
            "GET",
            "\(TokenActivationAPI.collection)/{id}",
            RouteText("getActivation", "Gives an activation of the holder's."),
            answers: .object(.tokenActivation),
            refuses: [.activationNotFound],
            .holder { [activations] context in
                .json(try await activations.activation(context.parameter(), by: try context.session).json)
            }
        )
    }

    private var suspendRow: ActivationRoute {
        ActivationRoute(
            "POST",
            "\(TokenActivationAPI.collection)/{id}/suspend",
            counting: .suspension,
            RouteText("suspendToken", "Suspends the token of an activation of the holder's."),
            answers: .object(.tokenActivation),
            refuses: [
                .activationNotFound, .tokenNotFound, .tokenNotActive, .tokenDeactivated, .activationInProgress,
                .refusedByNetwork, .networkUnavailable, .outcomeUnknown,
            ],
            .holder { [self] context in
                try await told(.suspend) {
                    let view = try await activations.suspend(context.parameter(), by: try context.session)
                    return (view.tokenState?.rawValue ?? view.state.rawValue, .json(view.json))
                }
            }
        )
    }

    /// Reads the content of a request; the audit records an unreadable request before the caller gets the error.
    private func read<Content>(
        _ action: ActivationAuditFact.Action,
        _ context: ActivationContext,
        _ content: () throws -> Content
    ) async throws -> Content {
        do {
            if case .tooLarge = context.request.body { throw Problem(.requestTooLarge) }
            return try content()
        } catch {
            let code = Problem(anything: error, freshSeconds: settings.freshSeconds).code
            try await activations.noteUnread(action, code.rawValue, by: try context.session)
            throw error
        }
    }

    /// Reports the outcome of an attempt to `onAttempt`, refusals included.
    private func told(
        _ attempt: ActivationAttempt,
        _ act: () async throws -> (result: String, answer: ServerAnswer)
    ) async throws -> ServerAnswer {
        do {
            let done = try await act()
            onAttempt(attempt, done.result)
            return done.answer
        } catch {
            onAttempt(attempt, Problem(anything: error, freshSeconds: settings.freshSeconds).code.rawValue)
            throw error
        }
    }
}
