import ChaveBase
import ChavePixModel
import ChaveWire
import Testing

/// Values that were taken and should not have been.
struct RefusedValueTests {
    @Test func aCustomerOfTheFarFutureIsRefused() async throws {
        try await withServer { server in
            let today = server.clock.now.date
            func day(_ ahead: Int64) -> String { CalendarDate(daysSince1970: today.daysSince1970 + ahead).iso }
            for (tenure, isTaken) in [(day(0), true), (day(1), true), (day(2), false), ("2099-01-01", false)] {
                let body = Bodies.enrollment().replacing(
                    ["details", "risk_signals", "accountTenure"],
                    with: .string(tenure)
                )
                let reply = try await server.send(.post("/payments/br/enrollments/", body), as: server.shop.basic)
                if isTaken {
                    #expect(reply.status == 201, "\(tenure) \(reply.text)")
                } else {
                    expectRefusal(reply, 400, "invalid", field: "details.risk_signals.accountTenure", at: "\(tenure)")
                }
            }
        }
    }

    @Test func aCustomerOfTheFarFutureIsRefusedAtThePaymentToo() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let intent = try await device.createIntent(try await device.enroll())
            let body = try await device.authorisation(of: intent)
                .replacing(["risk_signals", "accountTenure"], with: "2099-01-01")
            let reply = try await device.send(.post("/payments/br/payment-intents/\(intent.id)/authorize/", body))
            expectRefusal(reply, 400, "invalid", field: "risk_signals.accountTenure")
        }
    }

    @Test func anotherCurrencyThanRealIsRefused() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let body = try await device.intentBody(try await device.enroll())
            for (currency, isTaken) in [
                ("USD", false), ("brl", false), ("", false), ("BRL", true),
            ] as [(JSONValue, Bool)] {
                let call = Call.post("/payments/br/payment-intents/", body.replacing(["currency"], with: currency))
                let reply = try await device.send(call)
                if isTaken {
                    #expect(reply.status == 201 && reply["currency"] == "BRL", "\(reply.text)")
                } else {
                    expectRefusal(reply, 400, "invalid", field: "currency", at: "\(currency)")
                }
            }
        }
    }
}
