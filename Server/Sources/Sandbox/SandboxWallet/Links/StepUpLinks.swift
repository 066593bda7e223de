import ChaveBase
import ChaveWire
import TokenActivationCore

/// The links that open the issuer's app for a token.
///
/// The web link uses https or this machine's address; the app link uses its own scheme.
struct StepUpLinks: Hashable, Sendable {
    /// The link for a browser.
    let web: String
    /// The link for an app, and for `chave card activate`.
    let app: String

    /// The address of the issuer's app in the guide.
    static let appAddress = "bank-app://token-activation/a2a"

    init(_ payload: ActivationPayload, network: CardNetwork, callback: String, launch: String) {
        let names = StepUpLinks.names(network)
        let text = Base64URL.encode(StepUpLinks.json(payload).encoded())
        let query = [(names.payload, text), (names.callback, callback)]
            .map { "\(PercentEncoding.encode($0.0))=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
        web = "\(launch)?\(query)"
        app = "\(StepUpLinks.appAddress)?\(query)"
    }

    /// The names of the two query items in each network's wallets.
    private static func names(_ network: CardNetwork) -> (payload: String, callback: String) {
        switch network {
        case .visa: ("a2apayload", "wpcallback")
        case .mastercard: ("iOS.deeplinkURL.extra.TEXT", "callBackURL")
        }
    }

    private static func json(_ payload: ActivationPayload) -> JSONValue {
        let fields = [
            ("panReferenceID", payload.panReferenceID), ("tokenRequestorID", payload.tokenRequestorID),
            ("tokenReferenceID", payload.tokenReferenceID), ("walletAccountID", payload.walletAccountID),
            ("deviceID", payload.deviceID), ("deviceIndex", payload.deviceIndex), ("reasonCode", payload.reasonCode),
        ]
        var object = JSONObject()
        for (name, value) in fields { object[name] = value.map(JSONValue.string) }
        return .object(object)
    }
}
