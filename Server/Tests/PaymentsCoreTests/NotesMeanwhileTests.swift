import ChaveBase
import ChavePixModel
import InstitutionPort
import PaymentsModel
import ServerTestSupport
import Testing

@testable import PaymentsCore

/// A merchant notes something of a payment while the platform is at work on it.
@Suite struct NotesMeanwhileTests {
    private func note(_ text: String, of scene: PaymentScene) async throws {
        var changes = MetadataChanges()
        changes.set("order", to: text)
        _ = try await scene.simulation.payments.updatePaymentIntent(
            scene.id,
            UpdatePaymentIntentRequest(metadata: changes),
            by: scene.simulation.merchant
        )
    }

    @Test func whatTheBankSaidIsStoredOverTheNotesThatCameMeanwhile() async throws {
        let scene = try await PaymentScene()
        let payments = try scene.simulation.payments
        let read = try await scene.intent
        try await note("17", of: scene)
        let next = try await payments.commit(.cancel, on: read, actor: "platform")
        #expect(next.status == .canceled && next.version == read.version + 2)
        #expect(try await scene.intent == next)
        #expect(next.details.metadata == #"{"order":"17"}"#)
        #expect(scene.simulation.witness.complaints == [])
    }

    @Test func aTryIsCountedOverTheNotesThatCameMeanwhile() async throws {
        let scene = try await PaymentScene()
        let payments = try scene.simulation.payments
        var read = try await scene.intent
        try await note("17", of: scene)
        read.retry = read.retry.again(after: scene.simulation.clock.now)
        try await payments.reschedule(read)
        let now = try await scene.intent
        #expect(now.retry == read.retry && now.details.metadata == #"{"order":"17"}"#)
    }

    @Test func whatElseMovesIsStillAConflict() async throws {
        let scene = try await PaymentScene()
        let payments = try scene.simulation.payments
        let read = try await scene.intent
        _ = try await payments.commit(.cancel, on: read, actor: "platform")
        await #expect(throws: RunFailure.self) {
            _ = try await payments.commit(.cancel, on: read, actor: "platform")
        }
    }

    /// Notes at every read of the run: the bank hears each call as often as without them.
    @Test func notesAtTheWorstMomentsRepeatNoCallAndEndNoPayment() async throws {
        func calls(noting isNoting: Bool) async throws -> [String] {
            let scene = try await PaymentScene()
            let simulation = scene.simulation
            simulation.bank.script { call, earlier in
                call.operation == .createPayment && earlier == 0 ? .answerLost : nil
            }
            simulation.bank.setSettlement(.after(seconds: 20))
            try await scene.pay()
            for number in 0..<20 {
                if isNoting {
                    try simulation.life.afterNextReadOfAny { try await note("\(number)", of: scene) }
                }
                try await simulation.pass(seconds: 5)
            }
            let intent = try await scene.intent
            #expect(intent.status == .succeeded)
            #expect(simulation.movements(of: intent) == 1)
            #expect(simulation.witness.complaints == [])
            if isNoting { #expect(intent.details.metadata?.contains("order") == true) }
            return simulation.bank.calls.map { "\($0.operation)" }.filter { $0 == "createPayment" }
        }
        #expect(try await calls(noting: true) == (try await calls(noting: false)))
    }
}
