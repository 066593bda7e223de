extension Activation {
    /// The activation as its holder sees it, with the last known state of the token.
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

    /// The order to the network about the activation's token.
    func order(_ operationID: String) -> TokenOrder {
        TokenOrder(
            operationID: operationID,
            token: TokenReference(id: token.id, requestorID: particulars.requestorID),
            deviceID: particulars.deviceID ?? "",
            deviceIndex: particulars.deviceIndex
        )
    }
}
