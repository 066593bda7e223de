import ChaveBase
import ChaveDeviceKeys
import ChavePix
import ChavePixModel
import ChaveTesting
import Testing

/// The store, the signals and the random bytes.
struct DoublesTests {
    @Test func aStoreKeepsForgetsAndFails() throws {
        let store = MemorySecretStore()
        try store.setSecret("b", [1])
        try store.setSecret("a", [2])
        try store.setSecret("b", [3])
        #expect(try store.secret("b") == [3])
        #expect(try store.secretNames() == ["a", "b"])
        try store.removeSecret("a")
        try store.removeSecret("a")
        #expect(try store.secret("a") == nil)
        store.fail(DeviceKeyError(.store, "The disk is full."))
        #expect(throws: DeviceKeyError.self) { try store.secret("b") }
        #expect(throws: DeviceKeyError.self) { try store.setSecret("b", []) }
        #expect(throws: DeviceKeyError.self) { try store.removeSecret("b") }
        #expect(throws: DeviceKeyError.self) { try store.secretNames() }
        store.fail(nil)
        #expect(try store.secretNames() == ["b"])
        store.removeAll()
        #expect(try store.secretNames().isEmpty)
    }

    @Test(arguments: DevicePlatform.allCases)
    func theSignalsAreWholeForEachPlatform(_ platform: DevicePlatform) async throws {
        let collector = TestSignalCollector(platform: platform)
        let server = PixTestServer()
        let client = PixClient(configuration: .testing(server, signalCollector: collector))
        let signals = try await client.collectRiskSignals(accountTenure: "2024-11-26")
        #expect(signals.deviceId == (try await client.deviceID()))
        #expect(collector.collections == 1)
    }

    @Test func theSignalsMayBeOthersOrNone() async throws {
        let collector = TestSignalCollector()
        let client = PixClient(configuration: .testing(PixTestServer(), signalCollector: collector))
        collector.change { $0.isRootedDevice = true }
        #expect(try await client.collectRiskSignals(accountTenure: "2024-11-26").isRootedDevice == true)
        collector.change { $0.language = "Portuguese" }
        let refused = await pixError { _ = try await client.collectRiskSignals(accountTenure: "2024-11-26") }
        #expect(refused?.code == .invalidParameters, "what the bank would refuse never leaves")
        collector.fail(PixError(.configuration, "No signals."))
        let failed = await pixError { _ = try await client.collectRiskSignals(accountTenure: "2024-11-26") }
        #expect(failed?.code == .configuration)
        collector.setGrantsLocation(false)
        #expect(try await !client.requestPermission())
        #expect(collector.permissionRequests == 1)
    }

    @Test func aSeedIsASequence() {
        let (one, same) = (TestRandom(seed: 3), TestRandom(seed: 3))
        let first = one.bytes(16)
        #expect(first == same.bytes(16) && first != one.bytes(16))
        #expect(one.bytes(-1).isEmpty && one.bytes(0).isEmpty)
        #expect(TestRandom(seed: 4).bytes(16) != first)
    }
}
