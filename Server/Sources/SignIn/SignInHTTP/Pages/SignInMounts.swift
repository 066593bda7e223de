import ChaveBase
package import HTTPKernel
import QRCodes
package import SignInCore
import SignInPages

/// Sign-in's pages for people, at their places on this host.
package enum SignInMounts {
    /// The pages below `/t/<tenant>`, and the authorization endpoint without a tenant.
    ///
    /// The pages come after sign-in's own addresses. `records` are those that `signIn` was made with.
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
            // The command names no data directory, which concerns only the server's machine and not the page's reader.
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

    /// The paths of the pages, for code that checks the host name of a request.
    package static let paths = ["\(SignInPagesSettings.mountPath)/", SignInPagesSettings.entrancePath]

    /// Whether a request below a tenant is for no page and no form.
    static func isNowhere(_ request: ServerRequest) -> Bool {
        let places = [SignInPagesSettings.mountPath, SignInPagesSettings.entrancePath]
        let isBelow = places.contains { request.path.utf8.starts(with: "\($0)/".utf8) }
        return isBelow && !SignInPagesSettings.hasPage(request.method, at: request.path)
    }

    /// Whether the path belongs to sign-in's pages, even where no page exists at it.
    static func isOwn(_ path: String) -> Bool {
        path == SignInPagesSettings.mountPath || paths.contains { path.utf8.starts(with: $0.utf8) }
    }
}
