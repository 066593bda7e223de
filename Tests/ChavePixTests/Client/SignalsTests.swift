import ChaveBase
import ChavePixModel
import ChaveTransport
import Dispatch
import Testing

@testable import ChavePix

@Suite struct SignalsTests {
    @Test func aLinuxMachineSaysWhatItHas() async throws {
        let signals = try await Rig().client().collectRiskSignals(accountTenure: "2024-11-26")
        #expect(signals.osVersion == "Debian GNU/Linux 13 (trixie)")
        #expect(signals.userTimeZoneOffset == "-03:00")
        #expect(signals.language == "pt")
        #expect(signals.accountTenure.iso == "2024-11-26")
        #expect(signals.isRootedDevice == false)
        #expect(signals.elapsedTimeSinceBoot == 12_345_670)
        #expect(signals.isEmulated == true)
        #expect(signals.isCharging == true)
    }

    @Test func aLinuxMachineInventsNothing() async throws {
        let signals = try await Rig().client().collectRiskSignals(accountTenure: "2024-11-26")
        #expect(signals.geolocation == nil)
        #expect(signals.isMockGPS == nil)
        #expect(signals.screenBrightness == nil)
        #expect(signals.isCallInProgress == nil)
        #expect(signals.antennaInformation == nil)
        #expect(signals.integrity == nil)
        #expect(signals.screenDimensions == RiskSignals.ScreenDimensions(height: 0, width: 0))
    }

    @Test func theRealMachineGivesTheRequiredSignals() async throws {
        var rig = try Rig()
        rig.configuration.signalCollector = LinuxSignalCollector()
        let signals = try await rig.client().collectRiskSignals(accountTenure: "2024-11-26")
        #expect(!signals.osVersion.isEmpty)
        #expect(signals.language.utf8.count == 2)
    }

    @Test(
        arguments: [
            ("pt_BR.UTF-8", "pt"), ("EN_us", "en"), ("C", "en"), ("C.UTF-8", "en"), ("POSIX", "en"),
            ("fil_PH.UTF-8", nil),
            ("ast_ES", nil), ("@euro", nil),
        ] as [(String, String?)]
    )
    func aLanguageIsTakenFromTheLocaleAndNeverInvented(_ locale: String, _ language: String?) async throws {
        var rig = try Rig()
        var machine = Rig.machine
        machine.environment = { ["LANG": locale] }
        rig.configuration.signalCollector = LinuxSignalCollector(screen: nil, system: machine)
        guard let language else {
            await expectFailure(.configuration) {
                _ = try await rig.client().collectRiskSignals(accountTenure: "2024-11-26")
            }
            rig.configuration.signalCollector = LinuxSignalCollector(screen: nil, language: "tl", system: machine)
            #expect(try await rig.client().collectRiskSignals(accountTenure: "2024-11-26").language == "tl")
            rig.configuration.signalCollector = LinuxSignalCollector(screen: nil, language: "fil", system: machine)
            await expectFailure(.configuration) {
                _ = try await rig.client().collectRiskSignals(accountTenure: "2024-11-26")
            }
            return
        }
        #expect(try await rig.client().collectRiskSignals(accountTenure: "2024-11-26").language == language)
    }

    @Test func anAppWithAWindowSaysWhatItCovers() async throws {
        var rig = try Rig()
        let screen = RiskSignals.ScreenDimensions(height: 900, width: 1_440)
        rig.configuration.signalCollector = LinuxSignalCollector(screen: screen, system: Rig.machine)
        let signals = try await rig.client().collectRiskSignals(accountTenure: "2024-11-26")
        #expect(signals.screenDimensions == screen)
    }

    @Test func aMachineWithoutBatteryOrFlagsLeavesThemOut() async throws {
        var rig = try Rig()
        var bare = Rig.machine
        bare.contents = { $0 == "/etc/os-release" ? "NAME=Alpine\nVERSION_ID=3.20\n" : nil }
        bare.entries = { _ in [] }
        bare.environment = { [:] }
        rig.configuration.signalCollector = LinuxSignalCollector(screen: nil, system: bare)
        let signals = try await rig.client().collectRiskSignals(accountTenure: "2024-11-26")
        #expect(signals.osVersion == "Alpine 3.20")
        #expect(signals.language == "en", "the POSIX locale speaks English")
        #expect(signals.isCharging == nil)
        #expect(signals.isEmulated == nil)
        #expect(signals.elapsedTimeSinceBoot == nil)
    }

    @Test func anOptionalSignalThatIsNotThereInTwoSecondsIsLeftOut() async throws {
        let hangs = DispatchSemaphore(value: 0)
        defer { hangs.signal() }
        let patience = Locked<[Int64]>([])
        var rig = try Rig()
        var slow = Rig.machine
        slow.entries = { _ in
            hangs.wait()
            return ["BAT0"]
        }
        slow.sleep = { milliseconds in patience.withLock { $0.append(milliseconds) } }
        rig.configuration.signalCollector = LinuxSignalCollector(screen: nil, system: slow)
        let signals = try await rig.client().collectRiskSignals(accountTenure: "2024-11-26")
        #expect(signals.isCharging == nil)
        #expect(signals.osVersion == "Debian GNU/Linux 13 (trixie)", "what is required is waited for")
        #expect(patience.withLock { $0 } == [2_000])
    }

    @Test(.timeLimit(.minutes(15))) func aSignalThatComesTooLateChangesNothing() async throws {
        let hasCome = Locked(false)
        let isAsked = DispatchSemaphore(value: 0)
        let isLate = DispatchSemaphore(value: 0)
        let gathered = await TimelySignals.gather(
            into: ["required"],
            [
                {
                    isAsked.signal()
                    isLate.wait()
                    return { signals in
                        signals.append("late")
                        hasCome.withLock { $0 = true }
                    }
                }
            ],
            sleep: { while isAsked.wait(timeout: .now()) != .success { await Task.yield() } }
        )
        #expect(!hasCome.withLock { $0 }, "it was not waited for")
        isLate.signal()
        try await eventually { hasCome.withLock { $0 } }
        #expect(gathered == ["required"])
    }

    @Test func theDeviceIsStableAndTellsNothing() async throws {
        let rig = try Rig()
        let first = try await rig.client().deviceID()
        let second = try await rig.client().deviceID()
        #expect(first == second)
        #expect(first.utf8.count == 64)
        #expect(first.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        #expect(try await Rig().client().deviceID() != first)
    }

    @Test(arguments: ["2024-11-26T11:20:57.389056Z", "2026-09-01"]) func aTenureMayBeATimestampOrOneDayAhead(
        _ text: String
    ) async throws {
        let signals = try await Rig().client().collectRiskSignals(accountTenure: text)
        #expect(signals.accountTenure.iso == String(text.prefix(10)))
    }

    @Test(arguments: [
        "", "YYYY-MM-DD", "2024-02-30", "26/11/2024", "2026-09-02", "2024-11-26 x", "2024-11-2", "٢٠٢٤-١١-٢٦",
    ])
    func aTenureThatIsNoPastDayIsRefused(_ text: String) async throws {
        let rig = try Rig()
        await expectFailure(.invalidParameters) { _ = try await rig.client().collectRiskSignals(accountTenure: text) }
    }

    @Test func permissionNeedsNoQuestion() async throws {
        #expect(try await Rig().client().requestPermission())
    }
}
