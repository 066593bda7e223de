import Testing

@testable import ChaveDeviceKeys

/// The whole table: each stage with each event, of its own ceremony and of another.
@Suite struct PasskeyStageTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let stage: PasskeyStage
        let event: PasskeyStage.Event
        let next: PasskeyStage
        let effects: [PasskeyStage.Effect]

        init(
            _ stage: PasskeyStage,
            _ event: PasskeyStage.Event,
            _ next: PasskeyStage,
            _ effects: PasskeyStage.Effect...
        ) {
            self.stage = stage
            self.event = event
            self.next = next
            self.effects = effects
        }

        var testDescription: String { "\(stage), \(event)" }
    }

    static let table = [
        Row(.idle, .begun(1), .asking(1), .ask),
        Row(.idle, .cancelled(1), .idle),
        Row(.idle, .answered(1), .idle),
        Row(.asking(1), .begun(2), .asking(1), .refuse),
        Row(.asking(1), .cancelled(1), .closing(1), .tellCancelled, .dismiss),
        Row(.asking(2), .cancelled(1), .asking(2)),
        Row(.asking(1), .answered(1), .idle, .tellAnswer),
        Row(.asking(2), .answered(1), .asking(2)),
        Row(.closing(1), .begun(2), .closing(1), .refuse),
        Row(.closing(1), .cancelled(1), .closing(1)),
        Row(.closing(1), .answered(1), .idle),
        Row(.closing(2), .answered(1), .closing(2)),
    ]

    @Test(arguments: table) func eachEventLeadsWhereTheTableSays(_ row: Row) {
        let (next, effects) = row.stage.receiving(row.event)
        #expect(next == row.next)
        #expect(effects == row.effects)
    }
}
