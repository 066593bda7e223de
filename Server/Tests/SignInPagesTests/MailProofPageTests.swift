import ChaveBase
import Pages
import SignInModel
import Testing

@testable import SignInCore
@testable import SignInPages

/// The page of a mailed link to a new address.
struct MailProofPageTests {
    private static let path = "/padaria/account/new-email"

    private static func offered(_ rig: PagesRig) async throws -> String {
        let patch = UserPatch(email: "maria@new.example.com")
        _ = try await rig.signIn.changeUser(rig.user, patch, of: rig.tenant)
        let text = rig.mail.last?.text ?? ""
        return String(text.split(separator: "new-email?token=").last?.prefix(43) ?? "")
    }

    @Test func onlyTheButtonConfirmsTheAddress() async throws {
        let rig = try await PagesRig()
        let token = try await Self.offered(rig)
        for _ in 0..<2 {
            var scanner = PagesBrowser(rig)
            let page = await scanner.get(Self.path, query: "token=\(token)")
            #expect(page.status == 200 && page.screen == "new-email")
            #expect(page.text.contains("maria@new.example.com") && page.text.contains("Maria &lt;i&gt;"))
        }
        #expect(try await rig.signIn.user(rig.user, of: rig.tenant).email == "maria@example.com")
        var browser = PagesBrowser(rig, language: "pt-BR")
        let page = await browser.get(Self.path, query: "token=\(token)")
        #expect(page.text.contains("Confirmar o novo e-mail?"))
        #expect(page.header("Referrer-Policy") == "no-referrer", "the token stands in the address")
        let stranger = await browser.post(Self.path, ["csrf": "AAAA", "token": token])
        #expect(stranger.status == 403)
        #expect(try await rig.signIn.user(rig.user, of: rig.tenant).email == "maria@example.com")
        let done = await browser.post(Self.path, ["csrf": page.csrf, "token": token])
        #expect(done.status == 200 && done.screen == "new-email-done")
        let user = try await rig.signIn.user(rig.user, of: rig.tenant)
        #expect(user.email == "maria@new.example.com" && user.hasProvenMail)
        let again = await browser.post(Self.path, ["csrf": page.csrf, "token": token])
        #expect(again.status == 400 && again.screen == "new-email-over")
    }

    @Test func aLinkThatIsNotGoodSaysSo() async throws {
        var browser = PagesBrowser(try await PagesRig())
        for query in ["", "token=", "token=x"] {
            let page = await browser.get(Self.path, query: query)
            #expect(page.status == 400 && page.screen == "new-email-over", "\(query)")
        }
    }

    @Test func whatIsNowhereLeavesNothingInTheBrowser() async throws {
        var browser = PagesBrowser(try await PagesRig())
        for path in ["/padaria", "/padaria/nothing", "/padaria/account/nothing", "/padaria/v2/authorize/x/nothing"] {
            for page in [await browser.get(path), await browser.post(path)] {
                #expect(page.status == 404 && page.screen == "problem", "\(path)")
                #expect(page.header("Set-Cookie") == nil, "\(path)")
            }
        }
        #expect(browser.cookies.isEmpty)
    }
}
