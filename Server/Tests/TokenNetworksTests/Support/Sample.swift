import ChaveBase
import ChaveTransport
import ChaveWire
import TokenActivationCore
import TokenNetworks

/// One token of each network, and how its network tells of it.
enum Sample {
    static let openedAt = Timestamp(rfc3339: "2026-07-14T12:00:00Z") ?? Timestamp(microseconds: 0)
    static let operation = "operation-1"

    static func provider(_ network: CardNetwork, _ transport: any HTTPTransport) throws -> any TokenServiceProvider {
        let base = try BaseURL("https://network.example/api")
        return switch network {
        case .visa: VisaLikeProvider(transport: transport, base: base, operatorID: "issuer")
        case .mastercard:
            MastercardLikeProvider(transport: transport, base: base, userID: "issuer-app", organization: "issuer")
        }
    }

    static func token(_ network: CardNetwork) -> NetworkToken {
        NetworkToken(
            id: network == .visa ? "DNITHE412345678901234567890123" : "SBXTUR00000000000000ab",
            network: network,
            requestorID: network == .visa ? "40099000017" : "50099000025",
            panReferenceID: card(network),
            walletAccountID: "wallet-account-1",
            deviceID: "0123456789abcdef01234567",
            deviceIndex: network == .visa ? 2 : nil,
            deviceName: "Ana's phone",
            state: .inactive,
            stepUpOpenedAt: openedAt
        )
    }

    static func card(_ network: CardNetwork) -> String {
        network == .visa ? "V-3019310727778236299436" : "SBXPAN0000000000000001"
    }

    static func reference(_ network: CardNetwork) -> TokenReference {
        TokenReference(id: token(network).id, requestorID: token(network).requestorID)
    }

    static func order(_ network: CardNetwork, _ reference: TokenReference) -> TokenOrder {
        let token = token(network)
        return TokenOrder(
            operationID: operation,
            token: reference,
            deviceID: token.deviceID,
            deviceIndex: token.deviceIndex
        )
    }

    /// What a network in order answers.
    static func answer(_ question: Question, _ network: CardNetwork) -> JSONValue {
        let token = json(network)
        let id = JSONValue.string(Sample.token(network).id)
        let state = JSONValue.string(question.state.rawValue)
        return switch (network, question) {
        case (.visa, .token): token
        case (.visa, .tokens): ["tokens": [token]]
        case (.visa, .approve), (.visa, .decline), (.visa, .suspend):
            ["tokenReferenceID": id, "tokenStatus": state]
        case (.mastercard, .token), (.mastercard, .tokens): ["SearchResponse": ["Tokens": ["Token": [token]]]]
        case (.mastercard, .approve):
            ["TokenActivateResponse": ["Token": ["TokenUniqueReference": id, "TokenStatus": state]]]
        case (.mastercard, .decline):
            ["TokenDeclineResponse": ["Token": ["TokenUniqueReference": id, "TokenStatus": state]]]
        case (.mastercard, .suspend):
            ["TokenSuspendResponse": ["Token": ["TokenUniqueReference": id, "TokenStatus": state]]]
        }
    }

    /// What a network answers that refuses.
    static func refusal(_ code: String, _ network: CardNetwork) -> JSONValue {
        switch network {
        case .visa: ["errorResponse": ["status": 409, "reason": .string(code), "message": "no"]]
        case .mastercard: ["Errors": ["Error": [["Source": "CS", "ReasonCode": .string(code)]]]]
        }
    }

    private static func json(_ network: CardNetwork) -> JSONValue {
        switch network {
        case .visa:
            [
                "tokenReferenceID": "DNITHE412345678901234567890123", "tokenRequestorID": "40099000017",
                "panReferenceID": "V-3019310727778236299436", "walletAccountID": "wallet-account-1",
                "tokenStatus": "INACTIVE",
                "deviceInfo": [
                    "deviceID": "0123456789abcdef01234567", "deviceIndex": 2, "deviceName": "Ana's phone",
                ],
                "stepUpRequestedAt": "2026-07-14T12:00:00Z",
            ]
        case .mastercard:
            [
                "TokenUniqueReference": "SBXTUR00000000000000ab", "TokenRequestorId": "50099000025",
                "PanUniqueReference": "SBXPAN0000000000000001", "WalletAccountId": "wallet-account-1",
                "PaymentAppInstanceId": "0123456789abcdef01234567", "DeviceName": "Ana's phone",
                "TokenStatus": "INACTIVE", "ActivationRequestedDateTime": "2026-07-14T12:00:00Z",
            ]
        }
    }
}
