/// The files that pages of every site load, served at ``path`` and embedded in the program.
public enum PageAsset: String, CaseIterable, Sendable {
    /// The style sheet: light or dark as the reader's system is, for every width from a phone's on.
    case style = "pages.css"
    case icon = "icon.svg"
    /// Reloads a page that the browser took from its own cache, so that the page shows the current state.
    case fresh = "fresh.js"
    /// Creates or uses a passkey, and puts the result into the form around it.
    case passkey = "passkey.js"
    /// Shows the address that a bank led to, copies it with a button, and hands its answer to the server.
    case callback = "callback.js"
    /// Reloads the page when the object that it waits for has changed.
    case waiting = "waiting.js"

    public static let directory = "/assets"

    public var path: String { "\(PageAsset.directory)/\(rawValue)" }

    public var response: PageResponse {
        switch self {
        case .style: .asset("text/css; charset=utf-8", PackageResources.pages_css)
        case .icon: .asset("image/svg+xml", PackageResources.icon_svg)
        case .fresh: .asset(PageAsset.script, PackageResources.fresh_js)
        case .passkey: .asset(PageAsset.script, PackageResources.passkey_js)
        case .callback: .asset(PageAsset.script, PackageResources.callback_js)
        case .waiting: .asset(PageAsset.script, PackageResources.waiting_js)
        }
    }

    public static let script = "text/javascript; charset=utf-8"
}
