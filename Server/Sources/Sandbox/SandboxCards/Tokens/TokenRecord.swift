import ChaveBase
import TokenActivationCore

/// A token as it is stored.
struct TokenRecord: Hashable, Sendable {
    let id: String
    let network: CardNetwork
    let requestorID: String
    let panReferenceID: String
    let walletAccountID: String
    let deviceID: String
    /// The device's number, which only the network like Visa's counts.
    let deviceIndex: Int64?
    let deviceName: String
    let temper: NetworkTemper
    /// The number of approval requests to the network.
    var approvalsAsked: Int64 = 0
    var life: TokenLife
    let addedAt: Timestamp
    var changedAt: Timestamp

    /// The token as the port returns it.
    var networkToken: NetworkToken {
        NetworkToken(
            id: id,
            network: network,
            requestorID: requestorID,
            panReferenceID: panReferenceID,
            walletAccountID: walletAccountID,
            deviceID: deviceID,
            deviceIndex: deviceIndex,
            deviceName: deviceName,
            state: life.state,
            stepUpOpenedAt: life.stepUpOpenedAt
        )
    }
}
