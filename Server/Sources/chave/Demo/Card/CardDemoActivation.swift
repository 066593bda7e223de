import App2App
import Foundation
import ServerHost

/// The holder's own card: from the wallet's link to its callback.
struct CardDemoActivation {
    let scene: CardDemoScene
    let report: DemoReport

    func show(_ wallet: inout DemoWallet) async throws -> (DemoWallet.Added, [DemoStatement]) {
        report.title("Ana adds a card to a wallet")
        let app = DemoIssuerApp(scene.ana, server: scene.server)
        let added = try await report.step("1", "the wallet adds it") {
            let added = try await wallet.add(scene.visa, on: "Ana's phone")
            return (added, try await wallet.state(of: added))
        }
        let strangers = try await refuseStrangers(added.link, app)
        let end = try await report.step("3", "the wallet's link opens the issuer's app") {
            guard let end = try await app.open(added.link) else { throw CommandFailure("The link is not for the app.") }
            return (end, shown(app))
        }
        let state = try await report.step("4", "yes, her device's key, the network") {
            (try await wallet.state(of: added), "activation \(app.record.activationID ?? "none")")
        }
        let meaning = try await report.step("5", "the callback leads back to the wallet") {
            guard let callback = end.callback else { throw CommandFailure("There is no callback.") }
            return (try await wallet.goBack(callback), callback.query ?? "")
        }
        let again = try await repeated(added.link, app)
        return (
            added,
            [
                strangers,
                DemoStatement("the holder's yes makes the token active", state == "Active", "at the network: \(state)"),
                DemoStatement("the wallet hears so", isApproved(end) && meaning.contains("it is you"), meaning),
                again,
            ]
        )
    }

    private func refuseStrangers(_ link: String, _ app: DemoIssuerApp) async throws -> DemoStatement {
        let links = StrangersLinks.all(madeOf: link)
        let refused = try await report.step("2", "strangers' links") {
            var refused = 0
            for each in links where StrangersLinks.isRefused(try await app.open(each)) { refused += 1 }
            return (refused, "\(refused) of \(links.count) refused, \(Counted.of(app.requestCount, "request")) sent")
        }
        return DemoStatement(
            "a stranger's link asks nobody and reaches no server",
            refused == links.count && app.requestCount == 0 && app.questionCount == 0,
            "other schemes, hosts and ports, foreign callbacks, items twice"
        )
    }

    /// Opens the same link twice: in the app that answered it, and in one that was started anew.
    private func repeated(_ link: String, _ app: DemoIssuerApp) async throws -> DemoStatement {
        let fresh = DemoIssuerApp(scene.ana, server: scene.server)
        let holds = try await report.step("6", "the same link again") {
            let (asked, first) = (app.questionCount, try await app.open(link))
            let second = try await fresh.open(link)
            let isSame = fresh.record.activationID != nil && fresh.record.activationID == app.record.activationID
            let isQuiet = app.questionCount == asked
            let holds = isApproved(first) && isApproved(second) && isSame && isQuiet
            return (holds, "answered as before, also after a restart")
        }
        return DemoStatement("the same again is the same activation", holds, "and asks nobody in the same app")
    }

    private func isApproved(_ end: TokenActivationEnd?) -> Bool {
        end?.outcome == .approved && end?.callback?.query == "stepupresponse=approved"
    }

    private func shown(_ app: DemoIssuerApp) -> String {
        guard let preview = app.record.preview else { return "nothing was shown" }
        let device = preview.deviceName ?? "a device without a name"
        return "“\(preview.cardName) •••• \(preview.lastFour) in \(preview.walletName) on \(device)?”"
    }
}
