import Testing

@testable import LoadGenerator

@Suite struct GeneratorFindingTests {
    @Test func aGeneratorThatKeptUpLimitedNothing() {
        #expect(GeneratorFinding.all(of: Traces.result()).isEmpty)
    }

    @Test func aLateGeneratorIsNamed() {
        let late = Traces.result { tally in
            for due in Int64(0)..<10 { tally.recordLateness(30_000_000, of: 1_000_000_000 + due) }
        }
        #expect(GeneratorFinding.all(of: late) == [.late(microseconds: 30_000)])
        // A delay that is small beside the payments' own says nothing.
        let slow = Traces.result { tally in
            for due in Int64(0)..<10 {
                tally.recordLateness(3_000_000, of: 1_000_000_000 + due)
                tally.record(Traces.paid(due: 1_100, settle: 4_000))
            }
        }
        #expect(GeneratorFinding.all(of: slow).isEmpty)
    }

    @Test func aBusyGeneratorIsNamed() {
        var result = Traces.result()
        result.processorSeconds = 1.9
        #expect(GeneratorFinding.all(of: result) == [.busy(share: 0.95)])
        result.plan.threads = 2
        #expect(GeneratorFinding.all(of: result).isEmpty)
    }

    @Test func tooFewDevicesAreNamed() {
        let result = Traces.result { tally in
            for _ in 0..<25 { tally.record(Traces.paid(due: 1_500), waitedForDevice: true) }
        }
        guard case .fewDevices(let share) = GeneratorFinding.all(of: result).first else {
            Issue.record("nothing was found")
            return
        }
        #expect(abs(share - 0.2) < 0.01)
    }

    @Test(arguments: [GeneratorFinding.late(microseconds: 12_345), .busy(share: 0.97), .fewDevices(share: 0.034)])
    func aFindingIsASentenceWithAWayOut(_ finding: GeneratorFinding) {
        #expect(finding.text.contains("--") && finding.text.last == "." && !finding.text.contains("\n"))
    }
}
