import App2App
import Foundation
import Testing

/// `Tests/Vectors/app2app.json`, which an app in another language reads as well.
struct AppVectors: Decodable, Sendable {
    struct Rules: Decodable, Sendable {
        struct Launch: Decodable, Sendable {
            let scheme: String
            let host: String
            let path: String
        }

        let launch: Launch
        let names: String
        let schemes: Set<String>
        let httpsHosts: Set<String>
        let developmentOrigin: String?
        let answers: String?
        let codes: String?
    }

    struct Names: Decodable, Sendable {
        let payload: String
        let callback: String
        let response: String
        let code: String
    }

    struct Link: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let rules: String
        let link: String
        let refusal: String?
        let payload: [String: String]?
        let otherFields: [String: String]?
        let complete: Bool?
        let approved: String?
        let declined: String?
        let failure: String?
        let approvedWithCode: String?

        var testDescription: String { name }
    }

    struct AndroidNames: Decodable, Sendable {
        let response: String
        let code: String
        let error: String?
    }

    struct AndroidExpectation: Decodable, Sendable {
        let resultCode: Int
        let extras: [String: String]
    }

    struct Android: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let applicationID: String
        let names: String
        let action: String?
        let extras: [String: String]
        let refusal: String?
        let result: AndroidExpectation?
        let payload: [String: String]?
        let approved: AndroidExpectation?
        let declined: AndroidExpectation?
        let failure: AndroidExpectation?
        let approvedWithCode: AndroidExpectation?

        var testDescription: String { name }
    }

    /// What `approvedWithCode` is told with.
    let code: String
    let names: [String: Names]
    let androidNames: [String: AndroidNames]
    let rules: [String: Rules]
    let links: [Link]
    let android: [Android]

    static let shared: AppVectors = {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = tests.deletingLastPathComponent().appendingPathComponent("Vectors/app2app.json")
        do {
            return try JSONDecoder().decode(AppVectors.self, from: Data(contentsOf: file))
        } catch {
            fatalError("Tests/Vectors/app2app.json cannot be read: \(error)")
        }
    }()
}

extension AppVectors {
    /// The rules that an entry names.
    func rules(named name: String) -> TokenActivationRules? {
        guard let rules = rules[name], let names = names[rules.names] else { return nil }
        return TokenActivationRules(
            launch: LaunchAddress(scheme: rules.launch.scheme, host: rules.launch.host, path: rules.launch.path),
            names: .init(payload: names.payload, callback: names.callback, response: names.response, code: names.code),
            callbacks: CallbackRules(schemes: rules.schemes, httpsHosts: rules.httpsHosts),
            developmentOrigin: rules.developmentOrigin.flatMap(LoopbackOrigin.init),
            answers: rules.answers == "bare" ? .bare : .withOutcome,
            codes: rules.codes == "everyCallback" ? .everyCallback : .httpsOnly
        )
    }
}

extension App2AppTokenActivationPayload {
    /// The seven fields by their names, those that are there.
    var said: [String: String] {
        texts.reduce(into: [:]) { said, field in said[field.name] = field.text }
    }
}
