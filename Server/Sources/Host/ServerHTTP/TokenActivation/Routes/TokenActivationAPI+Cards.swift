import ChaveWire
import TokenActivationCore

extension TokenActivationAPI {
    /// The holder's cards.
    var cardRows: [ActivationRoute] {
        [
            ActivationRoute(
                "GET",
                "\(TokenActivationAPI.prefix)/v1/cards",
                ActivationText(
                    "listCards",
                    "Gives the holder's cards with their tokens.",
                    .message(.cards),
                    [.networkUnavailable]
                ),
                .holder { [activations] context in
                    let cards = try await activations.cards(of: context.session)
                    return .json(["cards": .array(cards.map(\.json))])
                }
            )
        ]
    }
}
