import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import Testing

@testable import SandboxBank

/// The forms of schedules, and what an initiator may do with their payments.
@Suite struct ScheduleTests {
    /// 20 July 2026, a Monday.
    private static let first = CalendarDate(daysSince1970: 20654)

    @Test(arguments: [
        #"{}"#, #"{"single": {}}"#, #"{"single": {"date": "2026-02-30"}}"#,
        #"{"daily": {"startDate": "2026-07-20", "quantity": 1}}"#,
        #"{"daily": {"startDate": "2026-07-20", "quantity": 61}}"#,
        #"{"weekly": {"dayOfWeek": "SEGUNDA", "startDate": "2026-07-20", "quantity": 2}}"#,
        #"{"monthly": {"dayOfMonth": 32, "startDate": "2026-07-20", "quantity": 2}}"#,
        #"{"monthly": {"dayOfMonth": 1, "startDate": "2026-07-20", "quantity": 25}}"#,
        #"{"custom": {"dates": ["2026-07-20"]}}"#, #"{"custom": {"dates": ["2026-07-20", "2026-07-20"]}}"#,
        #"{"single": {"date": "2026-07-20"}, "daily": {"startDate": "2026-07-20", "quantity": 2}}"#,
    ])
    func aScheduleOfNoKnownFormIsRefused(_ schedule: String) async throws {
        let initiator = Initiator(try await TestBank())
        #expect(try refusedCode(await consent(initiator, schedule, "2026-07-20")).hasPrefix("PARAMETRO_"))
    }

    @Test(arguments: ["2026-07-14", "2026-07-13", "2028-08-01"])
    func aScheduleOfAPastDayOrOfOneTooFarIsRefused(_ day: String) async throws {
        let initiator = Initiator(try await TestBank())
        let reply = await consent(initiator, #"{"single": {"date": "\#(day)"}}"#, day)
        #expect(try refusedCode(reply) == "DATA_PAGAMENTO_INVALIDA")
    }

    /// A consent with a schedule in place of a date.
    private func consent(_ initiator: Initiator, _ schedule: String, _ day: String) async -> InstitutionReply {
        do {
            let creation = OFBConsentCreation(
                cpf: Initiator.alice,
                terms: try initiator.terms("1.00"),
                debtorAccount: nil,
                date: day
            )
            var data = creation.json["data"]?.object ?? JSONObject()
            var payment = data["payment"]?.object ?? JSONObject()
            payment["date"] = nil
            payment["schedule"] = try JSONValue(parsing: Array(schedule.utf8))
            data["payment"] = .object(payment)
            let body: JSONValue = ["data": .object(data)]
            return await initiator.call(.createConsent, body: body.encoded())
        } catch {
            return .unknown(.unreadable)
        }
    }

    @Test func allPaymentsOfAScheduleAreMadeAtOnceAndCancelledTogether() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        let schedule = OFBSchedule(.daily(start: ScheduleTests.first, quantity: 3), additionalInformation: "3 dias")
        let consent = try await initiator.authorisedConsent(schedule, device)
        let days = schedule.days
        let ids = days.enumerated().map { index, day in
            "E99000001\(day.iso.filter { $0 != "-" })1500abcdefghij\(index)"
        }
        let messages = ids.map { initiator.creation(consent, $0) }
        let two: JSONValue = ["data": .array(messages.dropLast().flatMap { $0.json["data"]?.array ?? [] })]
        let all: JSONValue = ["data": .array(messages.flatMap { $0.json["data"]?.array ?? [] })]

        let body = try answered(await initiator.call(.createPayment, key: "k", body: all.encoded()), 201)
        let payments = try #require(JSONValue(parsing: body)["data"]?.array)
        #expect(payments.map { $0["status"]?.string } == ["SCHD", "SCHD", "SCHD"])
        #expect(payments.compactMap { $0["endToEndId"]?.string } == ids)
        // The same key with other payments is another request.
        #expect(
            try refusedCode(await initiator.call(.createPayment, key: "k", body: two.encoded())) == "ERRO_IDEMPOTENCIA"
        )

        // To 16:00 UTC of the first day, an hour after its settlement.
        test.clock.advance(seconds: 6 * 86_400 + 4 * 3_600)
        try await test.bank.tick()
        let cancellation = OFBPaymentCancellation(cpf: device.cpf).bytes
        _ = try answered(await initiator.call(.cancelPayments, consent.consentID, body: cancellation), 200)
        let list = try answered(await initiator.call(.listPayments, consent.consentID), 200)
        let states = try JSONValue(parsing: list)["data"]?.array?.compactMap { $0["status"]?.string }
        #expect(states == ["ACSC", "CANC", "CANC"])
        let again = await initiator.call(.cancelPayments, consent.consentID, body: cancellation)
        #expect(try refusedCode(again) == "PAGAMENTO_NAO_PERMITE_CANCELAMENTO")
        #expect(try refusedCode(await initiator.call(.listPayments, "urn:none")) == "NAO_ENCONTRADO")
    }

    @Test(arguments: ["one too few", "another day", "another hour", "the same id twice"])
    func paymentsThatDoNotFitTheScheduleConsumeTheConsent(_ fault: String) async throws {
        let initiator = Initiator(try await TestBank())
        let device = try await initiator.enroll()
        let consent = try await initiator.authorisedConsent(
            OFBSchedule(.daily(start: ScheduleTests.first, quantity: 2)),
            device
        )
        var ids = ["E99000001202607201500abcdefghij0", "E99000001202607211500abcdefghij1"]
        switch fault {
        case "one too few": ids.removeLast()
        case "another day": ids[1] = "E99000001202607221500abcdefghij1"
        case "another hour": ids[1] = "E99000001202607211501abcdefghij1"
        default: ids[1] = ids[0]
        }
        let data = ids.flatMap { initiator.creation(consent, $0).json["data"]?.array ?? [] }
        let body: JSONValue = ["data": .array(data)]
        let code = try refusedCode(await initiator.call(.createPayment, body: body.encoded()))
        #expect(code == (fault == "one too few" ? "PAGAMENTO_DIVERGENTE_CONSENTIMENTO" : "PARAMETRO_INVALIDO"))
        #expect(try await initiator.consent(consent.consentID).status == .consumed)
    }

    @Test(arguments: [(0, true), (43_199, true), (43_200, false)])
    func aScheduledPaymentMayBeCancelledUntilItsDayBeginsInBrasilia(_ seconds: Int, _ isAllowed: Bool) async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        let consent = try await initiator.authorisedConsent(OFBSchedule(.single(ScheduleTests.first)), device)
        let creation = initiator.creation(consent, "E99000001202607201500abcdefghij0")
        let payment = try OFBPayment(bytes: try answered(await initiator.pay(creation), 201))
        // From noon of the 19th to 00:00 of the 20th in Brasília are 12 hours, less 9 that UTC is ahead of noon there.
        let night = Timestamp(rfc3339: "2026-07-19T15:00:00Z") ?? test.clock.now
        test.clock.advance(seconds: Int(night.seconds - test.clock.now.seconds) + seconds)
        let reply = await initiator.call(
            .cancelPayment,
            payment.paymentID,
            body: OFBPaymentCancellation(cpf: device.cpf).bytes
        )
        if isAllowed {
            let cancelled = try OFBPayment(bytes: try answered(reply, 200))
            #expect(cancelled.cancellation?.reason == .whileScheduled)
            #expect(cancelled.cancellation?.cpf == device.cpf)
        } else {
            #expect(try refusedCode(reply) == "PAGAMENTO_NAO_PERMITE_CANCELAMENTO")
        }
    }
}
