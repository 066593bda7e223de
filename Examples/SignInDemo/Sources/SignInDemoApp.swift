import App2App
import SwiftUI

/// Sign-in by a key of this device: register it, sign in, let a second device or a browser in.
@main
struct SignInDemoApp: App {
    @StateObject private var account: Account
    private let links: LinkIntake

    init() {
        let account = Account()
        _account = StateObject(wrappedValue: account)
        links = LinkIntake(takers: [{ account.registers($0) }])
    }

    var body: some Scene {
        WindowGroup {
            AccountView(account: account).links(to: links)
        }
    }
}
