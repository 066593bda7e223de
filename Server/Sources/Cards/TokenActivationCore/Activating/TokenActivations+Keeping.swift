import ChaveBase
import Hashing

extension TokenActivations {
    /// A new activation of the request's token on the caller's card; `token` is the network's token, when known.
    ///
    /// A reference that only the payload names is not stored: unless a network has shown the token on this card, a
    /// digest takes its place.
    func newActivation(
        _ state: ActivationState,
        _ keyed: KeyedAttempt,
        _ own: OwnCard,
        _ token: NetworkToken?,
        isTokenSeen: Bool = true
    ) -> Activation {
        let reference = keyed.request.tokenReferenceID
        let requestor = token?.requestorID ?? keyed.request.wallet?.id
        let wallet = wallets.first { $0.id == requestor && $0.network == own.card.network }
        let now = world.now()
        return Activation(
            id: world.newIDText(),
            version: 1,
            holder: keyed.session.holder,
            client: keyed.session.client,
            card: own.card.panReferenceID,
            token: TokenKey(
                network: own.card.network,
                id: isTokenSeen ? reference : "sha256:\(Digest(ofText: reference).text)"
            ),
            particulars: Activation.Particulars(
                cardName: own.card.name,
                lastFour: own.card.lastFour,
                requestorID: requestor,
                walletName: wallet?.name,
                deviceID: token?.deviceID,
                deviceIndex: token?.deviceIndex,
                deviceName: token?.deviceName
            ),
            state: state,
            tokenState: token?.state,
            stepUpOpenedAt: token?.stepUpOpenedAt,
            createdAt: now,
            updatedAt: now,
            heldUntil: nil,
            wakeAt: nil
        )
    }

    /// Stores a refusal that the caller's own card or token caused, and counts it; returns the error to throw.
    ///
    /// Attempts do not prolong a lock, and an activation in progress counts as no refusal: both leave the key free.
    func kept(
        _ refusal: ActivationRefusal,
        _ keyed: KeyedAttempt,
        _ own: OwnCard,
        seen token: NetworkToken?
    ) async throws -> Setback {
        guard refusal.code != .activationsLocked, refusal.code != .activationInProgress else {
            return .refused(refusal, ownCard: own.card.panReferenceID)
        }
        let isTokenSeen = token?.panReferenceID == own.card.panReferenceID
        let activation = newActivation(.refused(refusal.code), keyed, own, nil, isTokenSeen: isTokenSeen)
        var change = ActivationChange()
        change.writes = [
            .insert(activation), keyed.claim(activation.id, at: world.deadlineNow(), policy), counted(activation),
        ]
        change.audit = [
            keyed.attempt.fact(.card(activation.card), refusal.code.rawValue, of: activation, at: world.now())
        ]
        try await commit(change)
        var told = refusal
        told.activationID = activation.id
        return .recorded(told)
    }

    /// The write that counts a refusal towards the card's lock.
    func counted(_ activation: Activation) -> ActivationChange.Write {
        .refuse(CardRefusal(activation: activation.id, card: activation.card, at: world.deadlineNow()))
    }
}
