extension Activation {
    /// As the holder sees it, with the token's state that was last known.
    var view: ActivationView {
        ActivationView(
            id: id,
            tokenReferenceID: token.id,
            state: state.name,
            reason: state.reason,
            lastFour: particulars.lastFour,
            walletName: particulars.walletName,
            deviceName: particulars.deviceName,
            createdAt: createdAt,
            tokenState: tokenState
        )
    }

    var suspensionView: SuspensionView {
        SuspensionView(
            activationID: id,
            cardName: particulars.cardName,
            lastFour: particulars.lastFour,
            network: token.network,
            walletName: particulars.walletName,
            deviceName: particulars.deviceName,
            activatedAt: createdAt,
            tokenState: tokenState
        )
    }

    /// What the network is told, or asked, of its token.
    func order(_ operationID: String) -> TokenOrder {
        TokenOrder(
            operationID: operationID,
            token: TokenReference(id: token.id, requestorID: particulars.requestorID),
            deviceID: particulars.deviceID ?? "",
            deviceIndex: particulars.deviceIndex
        )
    }
}
