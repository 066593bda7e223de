import ChaveBase
import SignInCore

/// Where the pages stand.
public struct SignInPagesSettings: Sendable {
    /// How browsers reach the server, without a slash at the end.
    public var baseURL: String
    /// What a terminal that is a device types to approve the address in a QR; `nil` where nobody is told of terminals.
    public var approvalCommand: (@Sendable (_ address: String) -> String)?
    /// Draws a QR as an `svg` element, `nil` where it cannot; the second text is read to people who do not see it.
    public var drawQR: @Sendable (_ text: String, _ title: String) -> String?

    public init(
        baseURL: String,
        approvalCommand: (@Sendable (_ address: String) -> String)? = nil,
        drawQR: @escaping @Sendable (_ text: String, _ title: String) -> String?
    ) {
        self.baseURL = baseURL
        self.approvalCommand = approvalCommand
        self.drawQR = drawQR
    }

    /// Where the pages stand on their host.
    public static let mountPath = "/t"
    public static let entrancePath = "/v2/authorize"
    /// The last part of a path that is held until something changes.
    public static let heldSegment = "wait"
    /// The last parts of paths of forms that carry a passkey's word.
    public static let approvalSegments: Set<String> = ["passkey", "passkeys"]
    /// Below `/account`: what a mailed link to a new address opens.
    static let mailProofSegment = SignIn.mailProofPath.split(separator: "/").last.map(String.init) ?? ""
    /// Whether a page or a form stands at a path below ``mountPath``, for a request of that method.
    @Sendable public static func hasPage(_ method: String, at path: String) -> Bool {
        if mountPath + stylePath == path { return true }
        let parts = path.split(separator: "/").map(String.init)
        guard parts.count > 1, mountPath == "/\(parts[0])", TenantID(parts[1]) != nil else { return false }
        return SignInPlace(method == "HEAD" ? "GET" : method, Array(parts.dropFirst(2))) != nil
    }
    /// Whether a page at a path below ``mountPath`` begins a request, which is kept for whoever comes.
    @Sendable public static func opensRequest(_ path: String) -> Bool {
        let parts = path.split(separator: "/").dropFirst()
        return parts.elementsEqual(["v2", "authorize"]) || parts.elementsEqual(["account", "sign-in"])
    }

    /// No tenant has a dot in its name.
    static let stylePath = "/sign-in.css"

    var isSecure: Bool { baseURL.hasPrefix("https:") }
}
