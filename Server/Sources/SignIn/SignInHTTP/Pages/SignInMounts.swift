import ChaveBase
package import HTTPKernel
import QRCodes
package import SignInCore
import SignInPages

/// Sign-in's pages for people, at their places on this host.
package enum SignInMounts {
    /// Below `/t/<tenant>`, and the authorization endpoint without a tenant.
    ///
    /// They come after sign-in's own addresses, and before nothing. `records` are those that `signIn` was made with.
    /// `tellsOfTerminals` shows how `chave` approves a QR, as a sandbox does.
    package static func all(
        signIn: SignIn,
        records: RecordBoard,
        baseURL: String,
        tellsOfTerminals: Bool
    ) -> [PageMounts.Mount] {
        var settings = SignInPagesSettings(baseURL: baseURL) { text, title in
            try? QRMatrix(text: text).svg(title: title)
        }
        if tellsOfTerminals {
            // Where the data is concerns the server's machine alone, and not whoever reads the page.
            settings.approvalCommand = { address in "chave device approve '\(address)' --server \(baseURL)" }
        }
        let pages = SignInPages(
            signIn: signIn,
            settings: settings,
            world: records.world
        ) { milliseconds, isHeld, read in
            try await records.follow(milliseconds: milliseconds, isHeld: isHeld, read: read)
        }
        return [
            PageMounts.Mount(
                SignInPagesSettings.mountPath,
                pages,
                held: SignInPagesSettings.heldSegment,
                approvals: SignInPagesSettings.approvalSegments,
                opens: SignInPagesSettings.opensRequest
            ),
            PageMounts.Mount(SignInPagesSettings.entrancePath, SignInEntrance(pages), opens: { _ in true }),
        ]
    }

    /// Where they stand, for whoever looks at the name that a browser came by.
    package static let paths = ["\(SignInPagesSettings.mountPath)/", SignInPagesSettings.entrancePath]

    /// Whether a request is for no page and no form, though it came below a tenant.
    static func isNowhere(_ request: ServerRequest) -> Bool {
        let places = [SignInPagesSettings.mountPath, SignInPagesSettings.entrancePath]
        let isBelow = places.contains { request.path.utf8.starts(with: "\($0)/".utf8) }
        return isBelow && !SignInPagesSettings.hasPage(request.method, at: request.path)
    }

    /// Whether a page of sign-in stands at the path, or would.
    static func isOwn(_ path: String) -> Bool {
        path == SignInPagesSettings.mountPath || paths.contains { path.utf8.starts(with: $0.utf8) }
    }
}
