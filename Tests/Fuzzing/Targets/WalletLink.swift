import App2App
import Foundation

/// The rules of an app with custom schemes and https, and those of a web page beside a development origin.
private let allRules = [
    TokenActivationRules(
        launch: LaunchAddress(scheme: "bank-app", host: "token-activation", path: "/a2a"),
        names: .visa,
        callbacks: CallbackRules(schemes: ["wallet-app"], httpsHosts: ["wallet.example"])
    ),
    TokenActivationRules(
        launch: LaunchAddress(scheme: "https", host: "bank.example", path: "/issuer/a2a"),
        names: .visa,
        callbacks: CallbackRules(schemes: ["wallet-app"], httpsHosts: ["wallet.example", "bank.example"]),
        developmentOrigin: LoopbackOrigin("http://localhost:8080")
    ),
]

/// As Foundation reads it, which shares no code with the check.
private func isListed(_ answer: String) -> Bool {
    guard let parts = URLComponents(string: answer), parts.user == nil, parts.password == nil else { return false }
    let host = parts.host?.lowercased()
    switch parts.scheme?.lowercased() {
    case "wallet-app": return parts.port == nil
    case "https": return parts.port == nil && (host == "wallet.example" || host == "bank.example")
    case "http": return parts.port == 8080 && host == "localhost"
    default: return false
    }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func target(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    fuzz(start, count) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        for rules in allRules {
            guard let link = try? TokenActivationLink(text: text, rules: rules) else { continue }
            promise(link.payload.deviceIndexNumber ?? 0 >= 0, "a device's index is not negative")
            for outcome in TokenActivationOutcome.allCases {
                guard let answer = link.callback.answer(outcome, code: "1&2")?.absoluteString else {
                    promise(false, "a callback that was taken can be answered")
                    return
                }
                promise(isListed(answer), "only a listed callback is opened")
                let items = answer.split(separator: "?", maxSplits: 1).last?.split(separator: "&") ?? []
                let answers = items.filter { $0.hasPrefix("stepupresponse=") }
                promise(answers == ["stepupresponse=\(outcome.rawValue)"], "there is one answer")
                promise(!answer.contains("#"), "nothing stands behind the answer")
            }
        }
    }
}
