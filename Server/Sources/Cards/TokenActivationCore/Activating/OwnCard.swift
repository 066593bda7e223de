import ChaveBase

/// A card that is the caller's own, with what was read on the way to it.
struct OwnCard {
    let card: IssuedCard
    /// Read already where the token led to the card.
    let sight: TokenSight?
}

/// What is recorded of a token, and then what its network says: in this order, so that what changes between the two is
/// found by the commit.
struct TokenSight {
    let standing: Activation?
    let token: NetworkToken?
}
