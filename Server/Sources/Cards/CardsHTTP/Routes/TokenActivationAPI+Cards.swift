import ChaveWire
import HTTPKernel
import TokenActivationCore

extension TokenActivationAPI {
    /// The holder's cards.
    var cardRows: [ActivationRoute] {
        [
            ActivationRoute(
                "GET",
                "\(TokenActivationAPI.prefix)/v1/cards",
                RouteText("listCards", "Gives the holder's cards with their tokens."),
                answers: .object(.cards),
                refuses: [.networkUnavailable],
                .holder { [activations] context in
                    let cards = try await activations.cards(of: try context.session)
                    return .json(["cards": .array(cards.map(\.json))])
                }
            )
        ]
    }
}
