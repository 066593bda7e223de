import ChaveBase
import SignInCore
import SignInModel

/// The address of sign-in's pages, and the functions that the pages need.
public struct SignInPagesSettings: Sendable {
    /// The address at which browsers reach the server, without a slash at the end.
    public var baseURL: String
    /// Makes the command that approves a QR's address on a terminal; `nil` where the page does not mention terminals.
    public var approvalCommand: (@Sendable (_ address: String) -> String)?
    /// Draws a QR as an `svg` element, or `nil` where it cannot; screen readers read out the second text.
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

    /// The path of the pages on their host.
    public static let mountPath = "/t"
    public static let entrancePath = "/v2/authorize"
    /// The last part of a path whose answer is held until something changes.
    public static let heldSegment = "wait"
    /// The last parts of paths whose forms carry a passkey's answer.
    public static let approvalSegments: Set<String> = ["passkey", "passkeys"]
    /// The part below `/account` that a mailed link to a new address opens.
    static let mailProofSegment = SignIn.mailProofPath.split(separator: "/").last.map(String.init) ?? ""
    /// Whether a page or a form exists at a path below ``mountPath`` for a request's method.
    @Sendable public static func hasPage(_ method: String, at path: String) -> Bool {
        if mountPath + stylePath == path { return true }
        let parts = path.split(separator: "/").map(String.init)
        guard parts.count > 1, mountPath == "/\(parts[0])", TenantID(parts[1]) != nil else { return false }
        return SignInPlace(method == "HEAD" ? "GET" : method, Array(parts.dropFirst(2))) != nil
    }
    /// Whether a page at a path below ``mountPath`` begins a request, which the server stores for every visitor.
    @Sendable public static func opensRequest(_ path: String) -> Bool {
        let parts = path.split(separator: "/").dropFirst()
        return parts.elementsEqual(["v2", "authorize"]) || parts.elementsEqual(["account", "sign-in"])
    }

    /// The style sheet's path, which is no tenant's path: no tenant has a dot in its name.
    static let stylePath = "/sign-in.css"

    var isSecure: Bool { baseURL.hasPrefix("https:") }
}
