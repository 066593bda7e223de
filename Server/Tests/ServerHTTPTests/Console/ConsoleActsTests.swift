import ChaveBase
import ChavePixModel
import ChaveWire
import Console
import PaymentsCore
import StoreTestSupport
import Testing

@testable import ServerHost

/// What the operator does from the console, seen by merchant and device.
struct ConsoleActsTests {
    @Test func aRevokedEnrollmentIsRevokedForItsMerchant() async throws {
        try await withServer { server in
            let rig = ConsoleRig(server)
            let device = try await TestDevice(server, of: server.rival)
            let enrollment = try await device.enroll()
            let id = try #require(EnrollmentID(enrollment))
            try await rig.records.revoke(id)
            let seen = try await device.done(.get("/payments/br/enrollments/\(enrollment)/"))
            #expect(seen["status"] == "CANCELED" && seen["status_reason_code"] == "revoked_by_user")
            let view = try #require(try await rig.records.enrollment(id))
            #expect(!view.canBeRevoked && view.row.reason == "revoked_by_user")
            #expect(view.timeline.contains { $0.actor == "operator" && $0.status == "CANCELED" })
            try await rig.records.revoke(id)
            #expect(try await rig.records.enrollment(id)?.timeline.count { $0.action == "cancel" } == 1)
        }
    }

    @Test func onlyWhatNobodyHasApprovedIsCancelled() async throws {
        try await withServer { server in
            let rig = ConsoleRig(server)
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            let open = try await device.createIntent(enrollment)
            let id = try #require(PaymentIntentID(open.id))
            try await rig.records.cancel(id)
            #expect(try await rig.records.payment(id)?.row.status == "CANCELED")
            try await rig.records.cancel(id)
            let paid = try await device.pay(enrollment)
            let other = try #require(PaymentIntentID(paid.id))
            let refusal = try await device.send(.post("/payments/br/payment-intents/\(paid.id)/cancel/"))
            let sentence = try #require(refusal.json.array?.first?["message"]?.string)
            await #expect(throws: ConsoleFailure.conflict(sentence)) { try await rig.records.cancel(other) }
        }
    }

    @Test func whatIsNotThereIsNotFound() async throws {
        try await withServer { server in
            let records = ConsoleRig(server).records
            let text = "01900000-0000-7000-8000-000000000099"
            let enrollment = try #require(EnrollmentID(text))
            let payment = try #require(PaymentIntentID(text))
            let delivery = try #require(WebhookDeliveryID(text))
            await #expect(throws: ConsoleFailure.notFound) { try await records.revoke(enrollment) }
            await #expect(throws: ConsoleFailure.notFound) { try await records.cancel(payment) }
            await #expect(throws: ConsoleFailure.notFound) { try await records.resend(delivery) }
            #expect(try await records.enrollment(enrollment) == nil)
            #expect(try await records.payment(payment) == nil)
            #expect(try await records.delivery(delivery) == nil)
        }
    }

    @Test func aDeliveryIsSentAgainUnlessItsEndpointIsDisabled() async throws {
        try await withServer { server in
            let rig = ConsoleRig(server)
            let endpoint = try await rig.hear(server.rival)
            let path = "/payments/br/webhooks/\(endpoint.id)/"
            _ = try await server.done(.post("\(path)test/"), as: server.rival.basic)
            let row = try #require(try await rig.records.deliveries(ConsoleFilter(status: "pending")).first)
            #expect(row.event == "webhook.test" && row.object == nil && row.organisation == "Outra Loja")
            let made = row.nextAt
            server.clock.advance(seconds: 60)
            try await server.rewriteStore(StoredWebhooks.parkingDeliveries)
            #expect(try await rig.records.deliveries(ConsoleFilter(status: "parked")).map(\.id) == [row.id])
            #expect(try await rig.records.delivery(row.id)?.canBeResent == true)
            try await rig.records.resend(row.id)
            let again = try #require(try await rig.records.delivery(row.id))
            #expect(again.row.status == "pending" && again.row.nextAt == server.clock.now && again.row.nextAt != made)

            _ = try await server.done(.patch(path, ["enabled": false]), as: server.rival.basic)
            #expect(try await rig.records.delivery(row.id)?.canBeResent == false)
            let call = Call.post("/payments/br/webhook-deliveries/\(row.id.text)/resend/")
            let refusal = try await server.send(call, as: server.rival.basic)
            let sentence = try #require(refusal.json.array?.first?["message"]?.string)
            await #expect(throws: ConsoleFailure.conflict(sentence)) { try await rig.records.resend(row.id) }
            _ = try await server.send(.delete(path), as: server.rival.basic)
            await #expect(throws: ConsoleFailure.notFound) { try await rig.records.resend(row.id) }
        }
    }
}
