import ChaveTesting
import Testing

@testable import BeyondIdentityEmbedded

struct DeviceNameTests {
    private func surroundings(_ name: String, system: String) throws -> SignInSurroundings {
        var surroundings = Device(try FakeServer(clock: TestClock())).surroundings(name)
        surroundings.systemDeviceName = { system }
        return surroundings
    }

    @Test func theAppsNameCountsBeforeTheSystems() async throws {
        #expect(try await surroundings("Telefone de Ana", system: "iPhone").shownDeviceName() == "Telefone de Ana")
    }

    @Test func theSystemIsAskedForWhatTheAppDoesNotSay() async throws {
        #expect(try await surroundings("", system: "iPhone").shownDeviceName() == "iPhone")
        #expect(try await surroundings("", system: " \u{202E}").shownDeviceName() == "device")
    }
}
