import App2App
import ChaveTransport
import Foundation

/// The cases that end in another way: a no, a lost answer, another person's card, a suspension.
struct CardDemoEnding {
    let scene: CardDemoScene
    let report: DemoReport

    func showOthers(_ wallet: inout DemoWallet) async throws -> [DemoStatement] {
        [try await decline(&wallet), try await lose(&wallet), try await steal(&wallet)]
    }

    private func decline(_ wallet: inout DemoWallet) async throws -> DemoStatement {
        report.title("It was not Ana")
        let app = DemoIssuerApp(scene.ana, server: scene.server, names: .mastercard)
        let added = try await wallet.add(scene.mastercard, on: "A stranger's phone")
        let end = try await report.step("1", "her other card, and she says no") {
            let end = try await app.open(added.link, saying: false)
            return (end, end?.callback?.query ?? "no callback")
        }
        let state = try await wallet.state(of: added)
        let holds =
            end?.outcome == .declined && state != "Active" && !app.record.mayBeActive
            && end?.callback?.query == "issuerMobileAppAuthResponse=declined"
        let claim = "a no leaves the token inactive, and the wallet hears it"
        return DemoStatement(claim, holds, "at the network: \(state)")
    }

    private func lose(_ wallet: inout DemoWallet) async throws -> DemoStatement {
        report.title("A network whose answer is lost after it has activated")
        let app = DemoIssuerApp(scene.ana, server: scene.server)
        let added = try await wallet.add(scene.visa, on: "Ana's tablet", temper: "times_out_after")
        let end = try await report.step("1", "yes, and the server reads what became of it") {
            let end = try await app.open(added.link)
            return (end, end?.outcome.rawValue ?? "no answer")
        }
        let state = try await wallet.state(of: added)
        return DemoStatement(
            "a lost answer is read, not guessed",
            end?.outcome == .approved && state == "Active",
            "at the network: \(state)"
        )
    }

    private func steal(_ wallet: inout DemoWallet) async throws -> DemoStatement {
        report.title("Bia opens the link of Ana's card")
        let app = DemoIssuerApp(scene.bia, server: scene.server)
        let added = try await wallet.add(scene.visa, on: "Bia's phone")
        let end = try await report.step("1", "the server knows no such card of hers") {
            let end = try await app.open(added.link)
            return (end, end?.failure.map(CardFailure.code) ?? "no failure")
        }
        let state = try await wallet.state(of: added)
        let isUnknown = end?.failure == .backend(.refused("card_not_found")) && app.record.preview == nil
        return DemoStatement(
            "somebody else's card does not exist",
            isUnknown && app.questionCount == 0 && state != "Active",
            "at the network: \(state)"
        )
    }

    /// Suspends a token with the link of an activation's mail.
    func suspend(_ added: DemoWallet.Added, _ wallet: inout DemoWallet) async throws -> DemoStatement {
        report.title("The mail after an activation")
        var browser = FormVisitor(transport: scene.transport)
        let link = try await report.step("1", "it is in the outbox") {
            (try await scene.tenant.oldestMailedLink(to: "/issuer/suspend"), "card, wallet, device, and a link")
        }
        let page = try await report.step("2", "a scanner opens its link twice") {
            _ = try await browser.open(link)
            return (try await browser.open(link), "at the network: \(try await wallet.state(of: added))")
        }
        let before = try await wallet.state(of: added)
        let after = try await report.step("3", "Ana confirms on its page") {
            _ = try await browser.submit(page, to: "/issuer/suspend")
            let state = try await wallet.state(of: added)
            return (state, "at the network: \(state)")
        }
        return DemoStatement(
            "the mailed link suspends, and only once its page was confirmed",
            before == "Active" && after == "Suspended",
            "\(before), then \(after)"
        )
    }
}
