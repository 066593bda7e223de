import BiometricPixSDK
import ChaveBase
import ChaveTransport
import Foundation
import Testing

@testable import ChavePix

/// Personal and secret values planted wherever the SDK can see them: none may show in what it tells of a failure.
@Suite struct ErrorTextTests {
    /// What is planted: digits and tokens also in what the server writes, names and short numbers in what the app gives.
    private static let cpf = "529.982.247-25"
    private static let account = "12345-678901"
    private static let name = "Ana Planted da Silva"
    private static let token = "planted-token-" + String(repeating: "Ab3_", count: 8)
    private static let keyBytes = String(repeating: "kEy9", count: 11)
    private static let planted = [
        "52998224725", "529.982", "247-25", "678901", "Planted", "planted-token", "Ab3_Ab3_", "kEy9kEy9",
    ]

    private static func answer(_ status: Int) -> HTTPResponse {
        let body = """
            [{"request_id": "0123456789abcdef0123456789abcdef", "code": "invalid", "field": "customer.\(cpf)",
              "message": "CPF \(cpf), 52998224725, account \(account), \(token) and \(keyBytes) are wrong."}]
            """
        return HTTPResponse(status: status, headers: ["X-Token": token], body: Array(body.utf8))
    }

    /// Answers everything in one way.
    private struct Always: HTTPTransport {
        let result: Result<HTTPResponse, TransportError>
        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse { try result.get() }
    }

    private static let unreadable = [
        "", "{", "{}", "[]", "\(cpf) \(token) \(name)",
        #"{"id": "\#(cpf)", "status": "\#(token)", "name": "\#(name)"}"#,
        #"{"count": 1, "next": null, "previous": null, "results": [{"id": "\#(cpf)", "name": "\#(name)"}]}"#,
    ]

    private static var results: [Result<HTTPResponse, TransportError>] {
        let statuses = [302, 400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 502, 503, 504]
        let refusals = statuses.map { Result<HTTPResponse, TransportError>.success(answer($0)) }
        let garbage = [200, 500].flatMap { status in
            unreadable.map {
                Result<HTTPResponse, TransportError>.success(HTTPResponse(status: status, body: Array($0.utf8)))
            }
        }
        let failures = TransportError.Kind.allCases.flatMap { kind in
            [true, false].map {
                Result<HTTPResponse, TransportError>.failure(TransportError(kind, mayHaveReachedServer: $0))
            }
        }
        return refusals + garbage + failures
    }

    /// Everything that an app could log of an error: its texts, and all that is inside.
    private func texts(_ error: any Error) -> String {
        var inside = ""
        dump(error, to: &inside)
        let pix = error as? PixError
        return [
            "\(error)", String(reflecting: error), error.localizedDescription, pix?.message ?? "", inside,
            (error as? BiometricPixSDKError)?.errorDescription ?? "",
        ].joined(separator: "\n")
    }

    private func expectNothingPlanted(_ error: (any Error)?, _ sourceLocation: SourceLocation = #_sourceLocation) {
        guard let error else {
            Issue.record("nothing was thrown", sourceLocation: sourceLocation)
            return
        }
        let texts = texts(error)
        for secret in Self.planted { #expect(!texts.contains(secret), sourceLocation: sourceLocation) }
    }

    private func thrown(_ call: () async throws -> Void) async -> (any Error)? {
        do {
            try await call()
            return nil
        } catch {
            return error
        }
    }

    @Test func noAnswerOfTheServerPutsASecretIntoAnError() async throws {
        for result in Self.results {
            var rig = try Rig()
            let events = rig.events
            rig.configuration.transport = Always(result: result)
            rig.configuration.tokenProvider = { Self.token }
            let client = rig.client(token: Self.token)
            expectNothingPlanted(await thrown { _ = try await client.institutions() })
            expectNothingPlanted(await thrown { try await client.createPlanted(cpf: Self.cpf, name: Self.name) })
            expectNothingPlanted(await thrown { try await client.payPlanted(cpf: Self.cpf, name: Self.name) })
            expectNothingPlanted(
                await thrown {
                    _ = try await client.completeRedirection(
                        callbackURL:
                            "https://shop.example/c?state=\(Self.keyBytes)&code=\(Self.token)&id_token=\(Self.cpf)"
                    )
                }
            )
            let told = events.withLock { "\($0)" }
            for secret in Self.planted { #expect(!told.contains(secret)) }
        }
    }

    @Test func noSecretComesThroughTheGuidesClass() async throws {
        for result in Self.results {
            var rig = try Rig()
            rig.configuration.transport = Always(result: result)
            let sdk = rig.sdk(token: Self.token)
            let stranger = FakeServer.strangerText
            expectNothingPlanted(try await thrownOnThread { _ = try sdk.getPaymentInstitutions() })
            expectNothingPlanted(try await thrownOnThread { _ = try sdk.getEnrollment(enrollmentId: stranger) })
            expectNothingPlanted(
                try await thrownOnThread {
                    _ = try sdk.createEnrollment(
                        cpf: Self.cpf,
                        institution: FakeServer.bankText,
                        accountTenure: "2024-11-26",
                        callbackUrl: "https://shop.example/c?token=\(Self.token)"
                    )
                }
            )
        }
    }

    @Test func whatIsRefusedHereIsNotRepeatedInTheText() async throws {
        let sdk = try Rig().sdk()
        let secrets = [Self.cpf + "0", Self.account, Self.name, Self.token, Self.keyBytes]
        for secret in secrets {
            expectNothingPlanted(
                try await thrownOnThread {
                    _ = try sdk.createEnrollment(
                        cpf: secret,
                        institution: FakeServer.bankText,
                        accountTenure: "2024-11-26",
                        callbackUrl: "https://shop.example/c"
                    )
                }
            )
            expectNothingPlanted(
                try await thrownOnThread {
                    _ = try sdk.createEnrollment(
                        cpf: Self.cpf,
                        institution: secret,
                        accountTenure: "2024-11-26",
                        callbackUrl: "https://shop.example/c"
                    )
                }
            )
            expectNothingPlanted(
                try await thrownOnThread { _ = try sdk.collectRiskSignals(accountTenure: secret) }
            )
            expectNothingPlanted(
                try await thrownOnThread { _ = try sdk.completeEnrollmentAfterRedirection(callbackUrl: secret) }
            )
            expectNothingPlanted(
                try await thrownOnThread { _ = try sdk.getPaymentIntent(paymentIntentId: secret) }
            )
            let options = #"{"challenge": {"\#(secret)": 1}, "rpId": "\#(secret)"}"#
            expectNothingPlanted(
                await thrown {
                    try sdk.startSigning(fidoResponseString: options, fallbackCredential: secret, callback: Listener())
                }
            )
            expectNothingPlanted(
                await thrown { try sdk.startRegistration(fidoResponseString: secret, callback: Listener()) }
            )
        }
    }

    @Test func aTokenThatNamesAServerIsNotRepeatedWhenThatIsRefused() async throws {
        let claims = Data(#"{"iss":"http://Planted.example/\#(Self.token)","sub":"\#(Self.cpf)"}"#.utf8)
        let payload = claims.base64EncodedString().filter { $0 != "=" }
        let client = PixClient(accessToken: "e30.\(payload).\(Self.keyBytes)", configuration: try Rig().withoutAddress)
        let error = await thrown { _ = try await client.institutions() }
        #expect((error as? PixError)?.code == .configuration)
        #expect((error as? PixError)?.message.contains("is refused") == true)
        expectNothingPlanted(error)
        #expect(error.map { !texts($0).contains(payload) } == true)
    }
}

extension Rig {
    /// Leaves the address to the token.
    fileprivate var withoutAddress: PixConfiguration {
        var configuration = configuration
        configuration.baseURL = nil
        return configuration
    }
}
