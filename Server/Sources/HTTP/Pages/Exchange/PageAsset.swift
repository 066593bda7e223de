/// The files that pages of every site load, served at ``path``; they stand in the program itself.
public enum PageAsset: String, CaseIterable, Sendable {
    /// How everything looks: light or dark as the reader's system is, from a phone's width on.
    case style = "pages.css"
    case icon = "icon.svg"
    /// Loads a page again that the browser had kept, so that it shows how things stand now.
    case fresh = "fresh.js"
    /// Makes and uses a passkey, and hands what it gave to the form round it.
    case passkey = "passkey.js"
    /// Loads the page again when what it waits for has changed.
    case waiting = "waiting.js"

    public static let directory = "/assets"

    public var path: String { "\(PageAsset.directory)/\(rawValue)" }

    public var response: PageResponse {
        switch self {
        case .style: .asset("text/css; charset=utf-8", PackageResources.pages_css)
        case .icon: .asset("image/svg+xml", PackageResources.icon_svg)
        case .fresh: .asset(PageAsset.script, PackageResources.fresh_js)
        case .passkey: .asset(PageAsset.script, PackageResources.passkey_js)
        case .waiting: .asset(PageAsset.script, PackageResources.waiting_js)
        }
    }

    public static let script = "text/javascript; charset=utf-8"
}
