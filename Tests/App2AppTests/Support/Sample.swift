import App2App
import Foundation

/// A good link and what belongs to it.
enum Sample {
    static let start = Date(timeIntervalSince1970: 1_800_000_000)
    static let token = "DNITHE381502386342002358"
    static let payload = App2AppTokenActivationPayload(
        panReferenceID: "V-3019310727778236299436",
        tokenRequestorID: "40010075001",
        tokenReferenceID: token,
        deviceID: "device-000000000000000001",
        deviceIndex: "2"
    )
    static let preview = TokenActivationPreview(
        cardName: "Cartão Aurora",
        lastFour: "1234",
        network: "VISA",
        walletName: "Carteira Um",
        deviceName: "Telefone de Ana"
    )

    static func rules(
        answers: TokenActivationRules.Answers = .withOutcome
    ) -> TokenActivationRules {
        TokenActivationRules(
            launch: LaunchAddress(scheme: "bank-app", host: "token-activation", path: "/a2a"),
            names: .visa,
            callbacks: CallbackRules(schemes: ["wallet-app"], httpsHosts: ["wallet.example"]),
            answers: answers
        )
    }

    /// A link whose token ends in `number`.
    static func text(_ number: Int = 1, json: String? = nil) -> String {
        let written = json ?? #"{"tokenReferenceID":"DNITHE\#(number)","panReferenceID":"V-1","deviceIndex":2}"#
        let payload = Data(written.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "%3D")
        let callback = "https%3A%2F%2Fwallet.example%2Fr%2F\(number)"
        return "bank-app://token-activation/a2a?a2apayload=\(payload)&wpcallback=\(callback)"
    }

    static func url(_ number: Int = 1, json: String? = nil) throws -> URL {
        guard let url = URL(string: text(number, json: json)) else { throw URLError(.badURL) }
        return url
    }

    static func link(
        _ number: Int = 1,
        answers: TokenActivationRules.Answers = .withOutcome,
        json: String? = nil
    ) throws -> TokenActivationLink {
        try TokenActivationLink(text: text(number, json: json), rules: rules(answers: answers))
    }

    static func callback(_ number: Int = 1, _ outcome: TokenActivationOutcome) -> URL? {
        URL(string: "https://wallet.example/r/\(number)?stepupresponse=\(outcome.rawValue)")
    }
}
