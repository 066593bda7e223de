import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import PaymentsModel
import PaymentsStores
import SandboxBank
import Testing

@testable import PaymentsCore

/// Each payment against its bank, and what a report makes of them.
struct ReconciliationTests {
    private static func setUp(_ server: TestServer) async throws -> (paid: Reply, failed: Reply, open: Reply) {
        let device = try await TestDevice(server, of: server.shop)
        let enrollment = try await device.enroll()
        let paid = try await device.pay(enrollment)
        let failed = try await device.pay(enrollment, amount: "150.00")
        let canceled = try await device.createIntent(enrollment, amount: "3.00")
        _ = try await device.done(.post("/payments/br/payment-intents/\(canceled.id)/cancel/"))
        return (paid, failed, try await device.createIntent(enrollment, amount: "4.00"))
    }

    private static func stored(_ reply: Reply, in server: TestServer) async throws -> PaymentIntent {
        let id = try #require(PaymentIntentID(reply.id))
        return try #require(try await server.store.paymentIntent(id))
    }

    private static func window(_ server: TestServer) -> PaymentsInWindow {
        PaymentsInWindow(
            store: server.store,
            from: TestClock.beginning,
            to: server.clock.now.adding(seconds: 1),
            batch: 2
        )
    }

    @Test func whatAgreesAgreesAndWhatIsUnderWayIsNoDifference() async throws {
        try await withServer { server in
            let (_, failed, open) = try await ReconciliationTests.setUp(server)
            #expect(failed["status"] == "FAILED")
            let reconciliation = Reconciliation(connector: server.mask, world: server.clock.world)
            var outcomes: [String: Reconciliation.Outcome] = [:]
            try await ReconciliationTests.window(server).visit { intent in
                outcomes[intent.id.text] = await reconciliation.compare(intent)
            }
            #expect(outcomes.count == 4)
            #expect(outcomes[open.id] == .open)
            #expect(outcomes.values.count { $0 == .agrees } == 3)
        }
    }

    /// The sandbox uses the consent up as it refuses: that is no payment which nobody here knows of.
    @Test func whatTheBankItselfRefusedIsNoUnknownPayment() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll(at: SandboxInstitution.all[4])
            let reply = try await device.pay(enrollment, amount: "60.00")
            #expect(reply["status"] == "FAILED")
            let refused = try await ReconciliationTests.stored(reply, in: server)
            #expect(refused.bankPaymentID == nil && refused.isRefusedByBank == true)
            let reconciliation = Reconciliation(connector: server.mask, world: server.clock.world)
            #expect(await reconciliation.compare(refused) == .agrees)
            // From before refusals were marked: told by the reason, where that is the bank's alone.
            var unmarked = refused
            unmarked.isRefusedByBank = nil
            let unknown = Reconciliation.Difference(kind: .unknownHere, ours: "FAILED", theirs: "CONSUMED")
            for (code, isBanks) in [
                (FailureCode.insufficientFunds, true), (.amountOverLimit, true), (.beneficiaryAccountInvalid, true),
                (.chargeSettlementFailed, true), (.consentRejected, false), (.consentExpired, false), (.other, false),
            ] {
                unmarked.state = .ended(PaymentIntentEnd(.failed, code))
                let outcome = await reconciliation.compare(unmarked)
                #expect(outcome == (isBanks ? .agrees : .differs(unknown)), "\(code.rawValue)")
            }
        }
    }

    @Test func anotherAmountAtTheBankIsSeenInPaymentAndConsent() async throws {
        try await withServer { server in
            let (paid, _, _) = try await ReconciliationTests.setUp(server)
            let good = try await ReconciliationTests.stored(paid, in: server)
            let reconciliation = Reconciliation(connector: server.mask, world: server.clock.world)
            let amount = try #require(Money(decimal: "12.35"))
            var withoutPayment = try ReconciliationTests.copy(of: good, amount: amount)
            let differs = Reconciliation.Outcome.differs(.init(kind: .amount, ours: "12.35", theirs: "12.34"))
            #expect(await reconciliation.compare(withoutPayment) == differs)
            withoutPayment.bankPaymentID = nil
            #expect(await reconciliation.compare(withoutPayment) == differs)
        }
    }

    /// What our books would say had they another amount.
    private static func copy(of intent: PaymentIntent, amount: Money) throws -> PaymentIntent {
        var copy = PaymentIntent(
            id: intent.id,
            organisation: intent.organisation,
            createdBy: intent.createdBy,
            createdAt: intent.createdAt,
            customer: intent.customer,
            enrollment: intent.enrollment,
            institution: intent.institution,
            beneficiary: intent.beneficiary,
            amount: amount,
            details: intent.details,
            charge: intent.charge,
            endToEndID: intent.endToEndID,
            externalPaymentID: intent.externalPaymentID,
            providerRequestID: intent.providerRequestID,
            deadline: intent.createdAt
        )
        copy.state = intent.state
        copy.consent = intent.consent
        copy.bankPaymentID = intent.bankPaymentID
        return copy
    }

    /// Our books are changed one thing at a time; each is seen, and by its name.
    @Test func eachDifferenceIsSeenAndNamed() async throws {
        try await withServer { server in
            let (paid, failed, _) = try await ReconciliationTests.setUp(server)
            let reconciliation = Reconciliation(connector: server.mask, world: server.clock.world)
            let (good, bad) = (
                try await ReconciliationTests.stored(paid, in: server),
                try await ReconciliationTests.stored(failed, in: server)
            )
            func kind(_ intent: PaymentIntent, _ change: (inout PaymentIntent) -> Void) async -> Reconciliation.Kind? {
                var changed = intent
                change(&changed)
                guard case .differs(let difference) = await reconciliation.compare(changed) else { return nil }
                return difference.kind
            }
            #expect(await kind(good) { _ in } == nil)
            let refused = PaymentIntentEnd(.failed, .other)
            #expect(await kind(good) { $0.state = .ended(refused) } == .status)
            #expect(await kind(bad) { $0.state = .succeeded(at: server.clock.now) } == .status)
            #expect(await kind(good) { $0.bankPaymentID = bad.bankPaymentID } == .identity)
            #expect(await kind(good) { $0.bankPaymentID = "none" } == .missingAtBank)
            #expect(await kind(good) { $0.consent = bad.consent } == .identity)
            // A restored backup that has forgotten the payment.
            #expect(
                await kind(good) {
                    $0.bankPaymentID = nil
                    $0.state = .ended(refused)
                } == .unknownHere
            )
            #expect(
                await kind(good) {
                    $0.bankPaymentID = nil
                    $0.consent = nil
                } == .missingAtBank
            )
            server.mask.lose(.readPayment)
            #expect(await kind(good) { _ in } == .unread)
        }
    }

    @Test func aReportSumsByDayStatusAndReasonInWholeCentavos() async throws {
        try await withServer { server in
            _ = try await ReconciliationTests.setUp(server)
            // In Brasília it is the next day only three hours after midnight in UTC.
            server.clock.advance(seconds: 13 * 3_600)
            let device = try await TestDevice(server, of: server.shop, deviceID: "device-2")
            _ = try await device.pay(try await device.enroll(), amount: "0.10")
            var report = PaymentsReport()
            try await ReconciliationTests.window(server).visit { report.add($0) }
            let lines = report.lines.map { "\($0.group.day) \($0.group.status) \($0.sum.count) \($0.sum.amount)" }
            // The one that nobody approved has lapsed or still waits; either way it is counted once.
            #expect(lines.contains("2026-03-02 SUCCEEDED 2 12.44"))
            #expect(lines.contains("2026-03-02 CANCELED 1 3.00"))
            #expect(report.lines.reduce(0) { $0 + $1.sum.count } == 5)
            #expect(report.totals.first { $0.status == "SUCCEEDED" }?.sum.amount == "12.44")
            #expect(report.lines.first { $0.group.status == "CANCELED" }?.group.failureCode == "canceled")
            var empty = PaymentsReport()
            let before = TestClock.beginning.adding(seconds: -60)
            try await PaymentsInWindow(store: server.store, from: before, to: TestClock.beginning)
                .visit { empty.add($0) }
            #expect(empty.lines.isEmpty)
        }
    }
}
