import ChaveTransport
import Testing

@testable import BeyondIdentityEmbedded

/// One sheet at a time, each answered at most once.
@Suite @MainActor struct PairingDeskTests {
    private let sheet = FakeSheet()
    private let words = PairingWords(title: "t", message: "m", buttons: ["17", "no"])

    @Test func aButtonIsHeardOnce() {
        let desk = PairingDesk(sheet: sheet)
        var heard: [Int] = []
        #expect(desk.show(words) { heard.append($0) } != nil)
        let late = sheet.lateButton()
        sheet.press("17")
        late()
        #expect(heard == [0])
    }

    @Test func aSheetThatMakesRoomCountsAsANo() {
        let desk = PairingDesk(sheet: sheet)
        var heard: [String] = []
        let first = desk.show(words) { heard.append("first \($0)") }
        let late = sheet.lateButton()
        _ = desk.show(words) { heard.append("second \($0)") }
        late()
        if let first { desk.take(first) }
        #expect(sheet.isStanding && sheet.dismissals == 1)
        sheet.press("17")
        #expect(heard == ["first 1", "second 0"])
    }

    @Test func aSheetThatIsTakenAwayIsHeardOfByNobody() throws {
        let desk = PairingDesk(sheet: sheet)
        var heard: [Int] = []
        let number = try #require(desk.show(words) { heard.append($0) })
        let late = sheet.lateButton()
        desk.take(number)
        desk.take(number)
        late()
        #expect(heard.isEmpty && sheet.dismissals == 1 && !sheet.isStanding)
    }

    @Test func withoutAWindowNothingIsShown() {
        sheet.hasWindow = false
        let desk = PairingDesk(sheet: sheet)
        #expect(desk.show(words) { _ in } == nil)
        #expect(sheet.shown.isEmpty)
    }

    @Test func aPickThatIsCancelledRefusesAndTheSheetGoes() async throws {
        let desk = PairingDesk(sheet: sheet)
        let offer = PairingOffer(deviceName: "Tablet", choices: ["17"], expiresInSeconds: 60)
        let task = Task { await desk.pick(offer, words) }
        try await sheet.waitUntilShown()
        task.cancel()
        #expect(try await task.value.get() == .refuse)
        #expect(!sheet.isStanding && sheet.dismissals == 1)
    }
}
