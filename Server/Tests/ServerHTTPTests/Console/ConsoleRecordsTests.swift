import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsCore
import PaymentsStores
import SandboxBank
import StoreTestSupport
import Testing

@testable import Console
@testable import ServerHost

/// What the console sees of enrollments, payments and deliveries that went their whole way through the API.
struct ConsoleRecordsTests {
    @Test func anEnrollmentIsSeenWithItsWholeWay() async throws {
        try await withServer { server in
            let rig = ConsoleRig(server)
            _ = try await rig.hear(server.shop)
            let enrolled = try await TestDevice(server, of: server.shop).enroll()
            let waiting = try await TestDevice(server, of: server.rival, deviceID: "device-2")
                .create(for: Bodies.person(Bodies.bruno))
            let rows = try await rig.records.enrollments(ConsoleFilter())
            #expect(rows.map(\.id.text) == [waiting.id, enrolled])
            #expect(rows.map(\.organisation) == ["Outra Loja", "Loja Exemplo"])
            #expect(rows.map(\.status) == ["PENDING", "SUCCEEDED"])
            #expect(try await rig.records.enrollments(ConsoleFilter(status: "PENDING")).map(\.id.text) == [waiting.id])

            let id = try #require(EnrollmentID(enrolled))
            let view = try #require(try await rig.records.enrollment(id))
            #expect(view.row == rows[1] && view.platform == "IOS")
            #expect(view.canBeRevoked && view.deadline == nil && view.message == nil && view.nextTry == nil)
            #expect(view.bankID?.isEmpty == false)
            #expect(view.timeline.map(\.version) == Array(1...Int64(view.timeline.count)))
            #expect(view.timeline.map(\.at) == view.timeline.map(\.at).sorted())
            for step in view.timeline { #expect(ActionTexts.texts[step.action] != nil, "\(step.action) has no words") }
            #expect(view.timeline.first?.action == "created" && view.timeline.first?.actor == "device")
            #expect(view.timeline.first?.status == "PENDING")
            #expect(view.timeline.last { $0.status != nil }?.status == "SUCCEEDED")
            #expect(view.timeline.contains { $0.action == "exchange-marked" && $0.status == nil })
            #expect(!view.deliveries.isEmpty)
            #expect(view.deliveries.allSatisfy { $0.object == .enrollment(id) && $0.host == "loja.example:8443" })

            let open = try #require(try await rig.records.enrollment(rows[0].id))
            #expect(open.deadline.map { $0 > server.clock.now } == true && open.deliveries.isEmpty)
            #expect(rig.log.all.isEmpty)
        }
    }

    @Test func aPaymentIsSeenWithItsWholeWay() async throws {
        try await withServer { server in
            let rig = ConsoleRig(server)
            _ = try await rig.hear(server.shop)
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            let paid = try await device.pay(enrollment)
            let refused = try await device.pay(enrollment, amount: "150.00")
            let open = try await device.createIntent(enrollment, externalID: "pedido-9")
            let rows = try await rig.payments()
            #expect(rows.map(\.id.text) == [open.id, refused.id, paid.id])
            #expect(rows.map(\.status) == ["PENDING", "FAILED", "SUCCEEDED"])
            #expect(rows.map(\.reason) == [nil, "insufficient_funds", nil])
            #expect(rows.map(\.amount.decimal) == ["12.34", "150.00", "12.34"])
            let found = try await rig.records.objects(named: String(rows[2].endToEndID.suffix(6)))
            #expect(found == [.payment(rows[2].id)])
            let tally = try await rig.records.totals(PaymentFilter())
            #expect(tally.count == 3 && tally.paid.decimal == "12.34" && tally.success == 0.5 && !tally.isCut)
            #expect(try await rig.records.openProblems() == OpenProblems(parked: 0, overdue: 0))

            let view = try #require(try await rig.records.payment(rows[2].id))
            #expect(view.row == rows[2] && view.enrollment.text == enrollment && !view.canBeCanceled)
            #expect(view.timeline.compactMap(\.status) == ["PENDING", "PROCESSING", "SUCCEEDED"])
            #expect(view.consentID != nil && view.bankPaymentID != nil && view.message == nil)
            #expect(Set(view.deliveries.map(\.event)).isSuperset(of: ["charge.succeeded", "payment_intent.succeeded"]))
            #expect(view.deliveries.allSatisfy { $0.object == .payment(rows[2].id) })
            let failed = try #require(try await rig.records.payment(rows[1].id))
            #expect(failed.timeline.last { $0.status != nil }?.reason == "insufficient_funds")
            let shown = try await device.done(.get("/payments/br/payment-intents/\(refused.id)/"))
            #expect(failed.message == shown["failure_message"]?.string)
            let waiting = try #require(try await rig.records.payment(rows[0].id))
            #expect(waiting.canBeCanceled && waiting.externalID == "pedido-9")
            #expect(waiting.deadline.map { $0 > server.clock.now } == true)
            let beside = try #require(try await rig.records.enrollment(waiting.enrollment))
            #expect(beside.payments == rows)
        }
    }

    @Test func everythingIsFoundByItsNames() async throws {
        try await withServer { server in
            let rig = ConsoleRig(server)
            _ = try await rig.hear(server.shop)
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            _ = try await device.pay(enrollment)
            let row = try #require(try await rig.payments().first)
            let view = try #require(try await rig.records.payment(row.id))
            let enrolled = try #require(try await rig.records.enrollment(view.enrollment))
            let payment = ConsoleObject.payment(row.id)
            for name in [row.id.text, view.endToEndID, view.consentID, view.bankPaymentID] {
                let name = try #require(name)
                #expect(try await rig.records.objects(named: " \n\(name)\t ") == [payment], "\(name)")
            }
            for name in [view.enrollment.text, enrolled.bankID] {
                let found = try await rig.records.objects(named: name ?? "")
                #expect(found == [.enrollment(view.enrollment)], "\(name ?? "")")
            }
            let delivery = try #require(view.deliveries.first)
            #expect(try await rig.records.objects(named: delivery.id.text) == [.delivery(delivery.id)])
            for name in ["", "   ", Bodies.alice.cpf, "' OR 1=1 --", String(repeating: "a", count: 5_000)] {
                #expect(try await rig.records.objects(named: name).isEmpty)
            }
        }
    }

    @Test func aRowThatCannotBeReadIsToldInTheLogByNumberAlone() async throws {
        try await withServer { server in
            let rig = ConsoleRig(server)
            let first = try await TestDevice(server, of: server.shop).create()
            let second = try await TestDevice(server, of: server.shop, deviceID: "device-2").create()
            let id = try #require(EnrollmentID(first.id))
            try await server.rewriteStore(StoredPayments.garbling(id))
            #expect(try await rig.records.enrollments(ConsoleFilter()).map(\.id.text) == [second.id])
            #expect(rig.log.all.count == 1)
            #expect(rig.log.all.first?.contains("\"rows\": 1") == true, "\(rig.log.all)")
            await #expect(throws: ConsoleFailure.unavailable) { try await rig.records.enrollment(id) }
        }
    }

    @Test func aClosedStoreIsUnavailable() async throws {
        try await withServer { server in
            let rig = ConsoleRig(server)
            await server.loseStore()
            await #expect(throws: ConsoleFailure.unavailable) { try await rig.payments() }
            await #expect(throws: ConsoleFailure.unavailable) { try await rig.records.objects(named: "x") }
            let id = EnrollmentID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0099)
            await #expect(throws: ConsoleFailure.unavailable) { try await rig.records.revoke(id) }
        }
    }

    @Test func aListIsNeverLongerThanItsBound() async throws {
        try await withServer { server in
            let rig = ConsoleRig(server)
            _ = try await TestDevice(server, of: server.shop).create()
            for (limit, count) in [(-1, 0), (0, 0), (1, 1), (.max, 1)] {
                let rows = try await rig.records.enrollments(ConsoleFilter(limit: limit))
                #expect(rows.count == count)
            }
        }
    }
}
