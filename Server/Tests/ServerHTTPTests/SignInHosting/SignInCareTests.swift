import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire
import Logging
import PaymentsCore
import PaymentsStores
import PrometheusMetrics
import SignInCore
import SignInModel
import SignInStores
import Testing

@testable import ServerHost

/// What is done for sign-in from time to time.
struct SignInCareTests {
    private static func withCare(
        _ body: (SignInCare, SignInParts, TestClock, ServerMetrics) async throws -> Void
    ) async throws {
        try await SignInHost.withDirectory { directory in
            let clock = TestClock(now: TestClock.beginning, seed: 5)
            try await SignInHost.withServer(in: directory, world: clock.world) { server, parts in
                let care = SignInCare(
                    signIn: parts.signIn,
                    metrics: server.metrics,
                    world: server.world,
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                )
                try await body(care, parts, clock, server.metrics)
            }
        }
    }

    @Test func whatHasExpiredGoes() async throws {
        try await Self.withCare { care, parts, clock, metrics in
            let tenant = try #require(parts.tenant).tenant
            _ = try await parts.signIn.createUser(SignInHost.maria(), of: tenant)
            var alarms: [TenantID: Int64] = [:]
            await care.look(&alarms)
            let store = try #require(parts.store as? SQLRecordStore)
            #expect(try await store.recordCounts()["mailed_link"] == 1)
            clock.advance(seconds: 2 * 86_400)
            await care.look(&alarms)
            #expect(try await store.recordCounts()["mailed_link"] == nil)
            #expect(await metrics.registry.text().contains(#"sign_in_records_total{kind="",write="expire"} 1"#))
        }
    }

    @Test func eventsAreTrimmedTenantByTenant() async throws {
        try await Self.withCare { care, parts, _, _ in
            let tenant = try #require(parts.tenant).tenant
            _ = try await parts.signIn.createUser(SignInHost.maria(), of: tenant)
            let before = try await parts.signIn.events(of: tenant).events
            #expect(!before.isEmpty)
            await care.trimEvents()
            #expect(try await parts.signIn.events(of: tenant).events == before, "far fewer than are kept")
        }
    }

    @Test func theKeysOfIDTokensAreExchangedAfterNinetyDays() async throws {
        try await Self.withCare { care, parts, clock, _ in
            let tenant = try #require(parts.tenant).tenant
            func keys() async throws -> Int { try await parts.signIn.publicKeys(of: tenant).keys.count }
            var alarms: [TenantID: Int64] = [:]
            // Made with the sandbox's client.
            await care.look(&alarms)
            #expect(try await keys() == 1)
            clock.advance(seconds: 90 * 86_400 - 1)
            await care.look(&alarms)
            #expect(try await keys() == 1)
            clock.advance(seconds: 1)
            await care.look(&alarms)
            #expect(try await keys() == 2)
            clock.advance(seconds: 3_600)
            await care.look(&alarms)
            #expect(try await keys() == 1)
        }
    }

    @Test func keysAreExchangedOnDemandBesideARunningServer() async throws {
        try await SignInHost.withDirectory { directory in
            try await SignInHost.withServer(in: directory) { _, parts in
                let tenant = try #require(parts.tenant).tenant
                #expect(try await parts.signIn.publicKeys(of: tenant).keys.count == 1)
                #expect(try await DataDirectory.rotateIDTokenKeys(.files(directory), of: nil) == [tenant])
                #expect(try await parts.signIn.publicKeys(of: tenant).keys.count == 2)
                // The new one waits: nothing more is made meanwhile.
                #expect(try await DataDirectory.rotateIDTokenKeys(.files(directory), of: tenant) == [tenant])
                #expect(try await parts.signIn.publicKeys(of: tenant).keys.count == 2)
            }
        }
    }

    @Test func withoutSignInThereIsNothingToExchange() async throws {
        try await SignInHost.withDirectory(isSandbox: false) { directory in
            await #expect(throws: DataDirectory.NoSignIn.self) {
                try await DataDirectory.rotateIDTokenKeys(.files(directory), of: nil)
            }
        }
    }
}
