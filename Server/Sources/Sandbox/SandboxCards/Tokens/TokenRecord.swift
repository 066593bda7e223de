import ChaveBase
import TokenActivationCore

/// A token as the file holds it.
struct TokenRecord: Hashable, Sendable {
    let id: String
    let network: CardNetwork
    let requestorID: String
    let panReferenceID: String
    let walletAccountID: String
    let deviceID: String
    /// Counted at the network like Visa's only.
    let deviceIndex: Int64?
    let deviceName: String
    let temper: NetworkTemper
    /// How often the network was asked to approve it.
    var approvalsAsked: Int64 = 0
    var life: TokenLife
    let addedAt: Timestamp
    var changedAt: Timestamp

    /// As the port tells of it.
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
