import ChavePixModel
import Testing

@testable import ChavePix

@Suite struct SignalTextsTests {
    @Test(
        arguments: [
            (0, "+00:00"), (-10_800, "-03:00"), (20_700, "+05:45"), (-1_800, "-00:30"), (59, "+00:00"),
            (50_400, "+14:00"),
        ] as [(Int, String)]
    )
    func anOffsetHasHoursAndMinutes(_ seconds: Int, _ text: String) {
        #expect(SignalTexts.timeZoneOffset(secondsFromGMT: seconds) == text)
    }

    @Test(
        arguments: [
            ("pt_BR", "pt"), ("pt-BR", "pt"), ("PT", "pt"), ("zh-Hans-CN", "zh"), ("fil", nil), ("", nil), ("p", nil),
            ("@euro", nil), ("日本", nil),
        ] as [(String, String?)]
    )
    func aLanguageHasTwoLetters(_ identifier: String, _ language: String?) {
        #expect(SignalTexts.language(of: identifier) == language)
    }

    @Test(
        arguments: [(2_555.6, 2_556), (0, 0), (.nan, 0), (.infinity, 0), (1e300, 0)] as [(Double, Int64)]
    )
    func pixelsAreWholeAndNeverTrap(_ length: Double, _ pixels: Int64) {
        let screen = RiskSignals.ScreenDimensions(pixelsHigh: length, wide: 1)
        #expect(screen == RiskSignals.ScreenDimensions(height: pixels, width: 1))
    }

    @Test func oneTraceOfAJailbreakIsEnough() {
        for path in JailbreakTraces.files {
            #expect(JailbreakTraces.areFound(isEmulated: false, exists: { $0 == path }, isWritable: { _ in false }))
        }
        for path in JailbreakTraces.closedDirectories {
            #expect(JailbreakTraces.areFound(isEmulated: false, exists: { _ in false }, isWritable: { $0 == path }))
        }
        #expect(!JailbreakTraces.areFound(isEmulated: false, exists: { _ in false }, isWritable: { _ in false }))
    }

    @Test func inASimulatorTheMacsFilesAreNoTraces() {
        #expect(!JailbreakTraces.areFound(isEmulated: true, exists: { _ in true }, isWritable: { _ in true }))
    }
}
