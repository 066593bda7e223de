import App2App
import Foundation

// The issuer's app on a terminal: `bank-app LINK`, with the backend's address and an access token in its surroundings.
let surroundings = ProcessInfo.processInfo.environment
guard let link = CommandLine.arguments.dropFirst().first.flatMap({ URL(string: $0) }),
    let backend = surroundings["BANK_BACKEND"].flatMap({ URL(string: $0) })
else {
    print("usage: bank-app LINK, with BANK_BACKEND and BANK_ACCESS_TOKEN set")
    exit(64)
}

let activator = Issuer.activator(at: backend) { _ in surroundings["BANK_ACCESS_TOKEN"] ?? "" }
let session = TokenActivationSession(rules: Issuer.rules, activator: activator, app: Terminal.app)
guard let end = await session.handle(link) else {
    print("not for this app")
    exit(2)
}
print("outcome: \(end.outcome.rawValue)")
exit(end.outcome == .approved ? 0 : 1)
