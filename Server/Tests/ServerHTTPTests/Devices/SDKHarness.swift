import ChaveBase
import ChaveDeviceKeys
import ChavePix
import ChavePixModel
import ChaveSoftwareAuthenticator
import ChaveTransport
import ChaveWire
import Foundation
import PaymentsCore
import SandboxBank
import Testing

/// What the client SDK needs beside a server.
enum SDKHarness {
    private struct FixedSignals: SignalCollector {
        var platform: DevicePlatform { .ios }

        func collect(deviceID: String, accountTenure: CalendarDate) async throws(PixError) -> RiskSignals {
            do {
                return try RiskSignals(
                    json: Bodies.signals(deviceID: deviceID)
                        .replacing(["accountTenure"], with: .string(accountTenure.iso))
                )
            } catch {
                throw PixError(.invalidParameters, "The fixed signals are wrong.", cause: error)
            }
        }

        func requestPermission() async -> Bool { true }
    }

    /// Passes the server's time and does what is due, so that the client only ever waits for the network.
    static func beating(_ server: TestServer, _ body: () async throws -> Void) async throws {
        let heart = Task {
            while !Task.isCancelled {
                server.clock.advance(milliseconds: 20)
                try? await server.bank.tick()
                _ = try? await server.payments.sweep()
                try? await Task.sleep(for: .milliseconds(5))
            }
        }
        defer { heart.cancel() }
        try await body()
    }

    static func configuration(_ server: TestServer, port: Int, store: MemoryKeyStore) throws -> PixConfiguration {
        let shop = server.shop
        let memory = server
        var configuration = PixConfiguration(
            baseURL: try BaseURL("http://localhost:\(port)"),
            transport: URLSessionTransport(),
            authenticator: SoftwareAuthenticator(store: store, gesture: .always(.verified)),
            secretStore: store,
            signalCollector: FixedSignals()
        )
        configuration.tokenProvider = {
            try await memory.done(.post("/payments/api/widget-token/"), as: shop.basic)["access"]?.string ?? ""
        }
        let quick = PollPolicy.Wait(intervalMilliseconds: 20, limitMilliseconds: 20_000)
        configuration.polling = PollPolicy(
            registrationOptions: quick,
            enrollment: quick,
            payment: quick,
            unknownOutcome: quick,
            preferredWaitSeconds: 0
        )
        return configuration
    }
}
