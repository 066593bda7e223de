import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import Testing

@testable import SandboxBank

/// Payments on later days.
extension Initiator {
    /// A consent to a schedule that the holder's device has authorised.
    func authorisedConsent(
        _ schedule: OFBSchedule,
        _ device: Device,
        _ amount: String = "1.00"
    ) async throws -> OFBConsent {
        var terms = try terms(amount)
        terms.schedule = schedule
        let creation = OFBConsentCreation(cpf: device.cpf, terms: terms, debtorAccount: nil, date: "")
        let created = try answered(await call(.createConsent, body: creation.bytes), 201)
        let consent = try OFBConsent(bytes: created)
        #expect(consent.terms.schedule == schedule)
        let options = try OFBSignOptions(bytes: answered(await signOptions(device, consent.consentID), 201))
        let assertion = try await assertion(device, options)
        _ = try answered(await authorise(device, consent.consentID, assertion), 204)
        return consent
    }

    /// The payments of a schedule, which wait for their days.
    func schedule(
        _ rule: PaymentSchedule.Rule,
        _ device: Device,
        _ amount: String = "1.00"
    ) async throws -> [OFBPayment] {
        let schedule = OFBSchedule(rule)
        let consent = try await authorisedConsent(schedule, device, amount)
        let messages = schedule.days.enumerated().map { index, day in
            creation(consent, "E99000001\(day.iso.filter { $0 != "-" })1500abcdefghij\(index)")
        }
        let body: JSONValue = ["data": .array(messages.flatMap { $0.json["data"]?.array ?? [] })]
        let answer = try answered(await call(.createPayment, body: body.encoded()), 201)
        let data = try JSONValue(parsing: answer)["data"]
        return try (data?.array ?? data.map { [$0] } ?? []).map { one in
            let whole: JSONValue = ["data": one]
            return try OFBPayment(bytes: whole.encoded())
        }
    }
}
