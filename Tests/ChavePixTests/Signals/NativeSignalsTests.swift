import ChaveBase
import ChavePixModel
import ChaveTransport
import ChaveWire
import Dispatch
import Testing

@testable import ChavePix

@Suite(.timeLimit(.minutes(5))) struct NativeSignalsTests {
    private let phone = FakePhone()

    private func collect(_ system: NativeSystem, language: String? = nil) async throws -> RiskSignals {
        let tenure = try #require(CalendarDate(iso: "2024-11-26"))
        return try await NativeSignals(system: system, language: language).collect(deviceID: "d", accountTenure: tenure)
    }

    @Test func aPhoneSaysWhatItHas() async throws {
        let signals = try await collect(phone.system)
        #expect(signals.osVersion == "18.5")
        #expect(signals.userTimeZoneOffset == "-03:00")
        #expect(signals.language == "pt")
        #expect(signals.screenDimensions == RiskSignals.ScreenDimensions(height: 2_556, width: 1_179))
        #expect(signals.isRootedDevice == false)
        #expect(signals.screenBrightness?.double == 0.5)
        #expect(signals.elapsedTimeSinceBoot == 90_000)
        #expect(signals.isCallInProgress == true)
        #expect(signals.isCharging == false)
        #expect(signals.isEmulated == false)
        #expect(throws: Never.self) { try signals.check(platform: .ios) }
    }

    @Test func whatNoDocumentedSourceTellsIsNeverSent() async throws {
        let signals = try await collect(phone.system)
        #expect(signals.isDevModeEnabled == nil)
        #expect(signals.isMonkeyRunner == nil)
        #expect(signals.isUsbConnected == nil)
        #expect(signals.antennaInformation == nil)
        #expect(signals.integrity == nil)
        #expect(signals.geolocation == nil)
        #expect(signals.isMockGPS == nil)
    }

    @Test func aCollectionAsksForNewReadingsAndTakesTheNewestThatCame() async throws {
        var system = phone.system
        let board = system.readings
        system.refresh = {
            var dimmed = FakePhone.readings
            dimmed.brightness = 0.25
            board.keep(dimmed)
        }
        #expect(try await collect(system).screenBrightness?.double == 0.25)
    }

    @Test func aMainThreadThatIsHeldKeepsNobodyWaitingOnceItWasRead() async throws {
        let sleeps = Locked<[Int64]>([])
        var system = phone.system
        system.refresh = {}
        system.sleep = { milliseconds in
            sleeps.withLock { $0.append(milliseconds) }
            try await Task.sleep(nanoseconds: 3_600_000_000_000)
        }
        #expect(try await collect(system).osVersion == "18.5")
        #expect(sleeps.withLock { $0.count } <= 1, "only the optional signals have a time-out")
    }

    @Test func withoutAnyReadingTheCollectionFailsAfterItsPatience() async throws {
        let sleeps = Locked<[Int64]>([])
        var system = phone.system
        system.readings = ReadingsBoard()
        system.refresh = {}
        system.sleep = { milliseconds in sleeps.withLock { $0.append(milliseconds) } }
        let error = await #expect(throws: PixError.self) { try await collect(system) }
        #expect(error?.code == .configuration)
        #expect(error?.message.contains("main thread") == true)
        #expect(sleeps.withLock { $0 } == [2_000])
    }

    @Test func theFirstReadingIsWaitedFor() async throws {
        var system = phone.system
        let board = ReadingsBoard()
        system.readings = board
        system.refresh = { board.keep(FakePhone.readings) }
        #expect(try await collect(system).osVersion == "18.5")
    }

    @Test(
        arguments: [
            (["pt-BR"], "pt"), (["fil-PH", "en-PH"], "en"), (["EN"], "en"), (["fil"], nil), ([], nil), ([""], nil),
        ] as [([String], String?)]
    )
    func theLanguageIsTheFirstWithTwoLetters(_ languages: [String], _ language: String?) async throws {
        var system = phone.system
        system.languages = { languages }
        guard let language else {
            let error = await #expect(throws: PixError.self) { try await collect(system) }
            #expect(error?.code == .configuration)
            return #expect(try await collect(system, language: "tl").language == "tl")
        }
        #expect(try await collect(system).language == language)
    }

    @Test func aCallObserverThatHangsIsLeftOut() async throws {
        let hangs = DispatchSemaphore(value: 0)
        defer { hangs.signal() }
        var system = phone.system
        system.isCallInProgress = {
            hangs.wait()
            return true
        }
        system.sleep = { _ in }
        let signals = try await collect(system)
        #expect(signals.isCallInProgress == nil)
        #expect(signals.screenBrightness != nil)
    }

    @Test func theVerdictOfTheAppsServerIsHandedOn() async throws {
        let verdict = RiskSignals.Integrity(appRecognitionVerdict: "VERIFIED", deviceRecognitionVerdict: nil)
        var system = phone.system
        system.integrity = { $0.osVersion == "18.5" ? verdict : nil }
        #expect(try await collect(system).integrity == verdict)
    }

    @Test func aVerdictThatDoesNotComeIsLeftOutAndItsTaskCancelled() async throws {
        let isCancelled = Locked(false)
        var system = phone.system
        system.integrity = { _ in
            try? await Task.sleep(nanoseconds: 3_600_000_000_000)
            isCancelled.withLock { $0 = Task.isCancelled }
            return nil
        }
        system.sleep = { _ in }
        #expect(try await collect(system).integrity == nil)
        try await eventually { isCancelled.withLock { $0 } }
    }

    @Test func theDeviceIsOneForAnAppAndVendor() async throws {
        let id = try await NativeSignals(system: phone.system, language: nil).deviceID(kept: "kept")
        #expect(id.utf8.count == 64)
        #expect(!id.contains("kept"))
        var other = phone.system
        other.bundleIdentifier = "example.other"
        #expect(try await NativeSignals(system: other, language: nil).deviceID(kept: "kept") != id)
        #expect(try await NativeSignals(system: phone.system, language: nil).deviceID(kept: "other") == id)
    }

    @Test func aSystemWithoutAnIdentifierUsesTheKeptOne() async throws {
        var mac = phone.system
        mac.hasVendorIdentifier = false
        #expect(try await NativeSignals(system: mac, language: nil).deviceID(kept: "kept") == "kept")
    }

    @Test func anIdentifierThatIsNotThereYetIsAnErrorAndNotAnotherDevice() async {
        let locked = phone.system
        var readings = FakePhone.readings
        readings.vendorIdentifier = nil
        locked.readings.keep(readings)
        let error = await #expect(throws: PixError.self) {
            try await NativeSignals(system: locked, language: nil).deviceID(kept: "kept")
        }
        #expect(error?.code == .configuration)
    }
}
