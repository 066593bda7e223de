import ChaveBase
import ChavePixModel
import ChaveWire
import Foundation
import HTTPKernel
import Hashing
import Pages
import PaymentsModel
import PaymentsStores

/// The passes to a sandbox's secrets: a browser gets one with a link that only the owner of the data directory can
/// make.
///
/// A request's origin proves nothing: any proxy on the server's machine, even a bare `proxy_pass`, looks like a local
/// browser.
struct SandboxPasses: Sendable {
    let secret: SandboxLink.Secret
    let store: any OperatorStore
    let world: World
    let isSecure: Bool

    static let cookieName = "chave_sandbox"
    /// The life of a browser's pass: a week from the link.
    static let browserSeconds: Int64 = 7 * 86_400

    /// Whether this browser has opened a link.
    func areHeld(by request: ServerRequest) -> Bool {
        let cookies = PageFields.cookies(request.header("cookie") ?? "")
        guard let cookie = cookies[SandboxPasses.cookieName], let browser = secret.read(cookie, as: .browser) else {
            return false
        }
        return world.now() < browser.endsAt
    }

    /// The response of a link's address: the cookie for a valid link, once; else a refusal that explains how to get
    /// another.
    func answer(_ request: ServerRequest) async -> PageResponse {
        let say = PageLanguage(accepting: request.list("accept-language"))
        guard let text = PageFields.decode(request.query)["pass"], let pass = secret.read(text, as: .link),
            world.now() < pass.endsAt
        else { return refusal(403, say, .notGood) }
        do throws(StorageFault) {
            let digest = Digest(ofText: "sandbox link \(pass.id)")
            guard try await store.spend(digest, until: pass.endsAt, at: world.now()) else {
                return refusal(403, say, .used)
            }
        } catch {
            return refusal(503, say, .unavailable)
        }
        let browser = SandboxLink.Pass(
            id: Base64URL.encode(world.randomBytes(16)),
            endsAt: world.now().adding(seconds: SandboxPasses.browserSeconds)
        )
        let cookie = PageCookie(
            name: SandboxPasses.cookieName,
            value: secret.text(of: browser, as: .browser),
            path: "/",
            lifeSeconds: Int(SandboxPasses.browserSeconds),
            isSecure: isSecure,
            isStrict: true
        )
        return PageResponse.redirect(to: "/").setting(cookie)
    }

    private enum Refusal: String {
        case notGood = "not_good"
        case used
        case unavailable
    }

    private func refusal(_ status: Int, _ say: PageLanguage, _ reason: Refusal) -> PageResponse {
        let text =
            switch reason {
            case .notGood:
                say(
                    "Este link não vale, ou passou de um dia.",
                    "This link is not good, or it is older than a day."
                )
            case .used: say("Este link já foi usado: ele vale uma vez.", "This link was used: it is good once.")
            case .unavailable:
                say(
                    "Agora nada pode ser lido. Abra o link de novo.",
                    "Nothing can be read just now. Open the link again."
                )
            }
        let page = Page(
            "sandbox-link",
            reason: reason.rawValue,
            title: say("As chaves deste ambiente", "This sandbox's keys"),
            path: SandboxLink.path,
            content: """
                <p class="notice bad">\(text)</p>
                \(SandboxPasses.wayOut(say))
                """
        )
        return .page(status, SandboxLayout.of(say).html(page), language: say, policy: PagePolicy(hasImages: true))
    }

    /// The text for a browser without a pass.
    static func wayOut(_ say: PageLanguage) -> HTML {
        """
        <p>\(say(
            "O servidor imprime um link quando começa; quem o abre vê as chaves e os e-mails. Outro link, no terminal:",
            "The server prints a link when it starts; whoever opens it sees keys and mails. Another link, in the terminal:"
        ))</p>
        <pre><code>chave keys link</code></pre>

        """
    }
}
