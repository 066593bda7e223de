import ChaveBase
import ChavePixModel
import InstitutionPort
import Testing

@testable import SandboxBank

/// Money moves once per end-to-end id, whatever is repeated, lost or reopened.
@Suite(.everyEngine) struct LedgerTests {
    /// A payment as the initiator remembers it.
    private struct Attempt {
        let message: OFBPaymentCreation
        let key: String
        var answer: OFBPayment?
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func theSumNeverChangesAndOneEndToEndIDMovesMoneyOnce(_ seed: UInt64) async throws {
        var test = try await TestBank(seed: seed)
        var initiator = Initiator(test)
        let devices = [
            try await initiator.enroll(cpf: Initiator.alice), try await initiator.enroll(cpf: Initiator.clara),
        ]
        var attempts: [Attempt] = []
        for _ in 0..<40 {
            switch test.random.number(below: 10) {
            case 0..<5:
                let device = devices[test.random.number(below: devices.count)]
                let amount = Money(centavos: Int64(1 + test.random.number(below: 40_00)))?.decimal ?? "1.00"
                let consent = try await initiator.authorisedConsent(device, amount)
                let message = initiator.creation(consent, try initiator.newEndToEndID())
                attempts.append(Attempt(message: message, key: initiator.newKey()))
                try await repeatAttempt(&attempts, attempts.count - 1, initiator)
            case 5..<8 where !attempts.isEmpty:
                try await repeatAttempt(&attempts, test.random.number(below: attempts.count), initiator)
            case 8:
                test = try await test.reopened()
                initiator = Initiator(test)
            default:
                test.clock.advance(seconds: test.random.number(below: 600))
            }
            let verdict = try await test.bank.verdict()
            #expect(verdict.faults == [])
            #expect(verdict.total == 0)
        }
        try await requireOneMovementEach(attempts, test)
        await test.remove()
    }

    /// Sends the same payment with its own key or a new one; the answer never changes.
    private func repeatAttempt(_ attempts: inout [Attempt], _ index: Int, _ initiator: Initiator) async throws {
        let key = initiator.test.random.number(below: 2) == 0 ? attempts[index].key : initiator.newKey()
        let reply = await initiator.pay(attempts[index].message, key: key)
        let answer = try OFBPayment(bytes: try answered(reply, 201))
        if let known = attempts[index].answer {
            #expect(answer.paymentID == known.paymentID)
            #expect(answer.status == known.status)
        }
        attempts[index].answer = answer
    }

    private func requireOneMovementEach(_ attempts: [Attempt], _ test: TestBank) async throws {
        for attempt in attempts {
            let lines = try await test.bank.ledgerLines(ofEndToEndID: attempt.message.endToEndID)
            let amount = attempt.message.order.amount.centavos
            switch attempt.answer?.status {
            case .acsc: #expect(lines.map(\.centavos) == [-amount, amount])
            default: #expect(lines.isEmpty)
            }
        }
    }

    @Test func theBankOpensWithASoundLedger() async throws {
        let test = try await TestBank()
        // Two accounts of each person at each bank.
        let openings = 2 * SandboxHolder.everybody.count * SandboxInstitution.all.count
        let verdict = try await test.bank.verdict()
        #expect(verdict.isSound)
        #expect(verdict.movements == openings)
        #expect(verdict.total == 0)
        let again = try await test.reopened()
        #expect(try await again.bank.verdict().movements == openings)
    }

    @Test func anEndToEndIDNamesOnePayment() async throws {
        let initiator = Initiator(try await TestBank())
        let device = try await initiator.enroll()
        let first = try await initiator.authorisedConsent(device, "10.00")
        let second = try await initiator.authorisedConsent(device, "10.00")
        let id = try initiator.newEndToEndID()
        _ = try answered(await initiator.pay(initiator.creation(first, id)), 201)
        #expect(try refusedCode(await initiator.pay(initiator.creation(second, id))) == "PARAMETRO_INVALIDO")
        var other = initiator.creation(first, id)
        other.cnpjInitiator = "00038166000105"
        #expect(try refusedCode(await initiator.pay(other)) == "PARAMETRO_INVALIDO")
        #expect(try await initiator.consent(first.consentID).status == .consumed)
    }

    @Test func aPaymentUnlikeItsConsentConsumesIt() async throws {
        let initiator = Initiator(try await TestBank())
        let device = try await initiator.enroll()
        let consent = try await initiator.authorisedConsent(device, "10.00")
        var message = initiator.creation(consent, try initiator.newEndToEndID())
        message.order.amount = try #require(Money(decimal: "10.01"))
        #expect(try refusedCode(await initiator.pay(message)) == "PAGAMENTO_DIVERGENTE_CONSENTIMENTO")
        #expect(try await initiator.consent(consent.consentID).status == .consumed)
    }

    @Test func aBalanceIsNeverOverdrawn() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll(cpf: Initiator.clara)
        #expect(try await initiator.pay(device, "50.01").rejectionCode == "SALDO_INSUFICIENTE")
        #expect(try await initiator.pay(device, "50.00").status == .acsc)
        #expect(try await initiator.pay(device, "0.01").status == .rjct)
        #expect(try await test.bank.balances(of: Initiator.clara, at: device.institution)[0] == 0)
    }

    @Test func amountsBetween100And200LackFunds() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll(choosing: ["daily_limit": "250.00"])
        let payment = try await initiator.pay(device, "150.00")
        #expect(payment.status == .rjct)
        #expect(payment.rejectionCode == "SALDO_INSUFICIENTE")
        // What was rejected takes nothing from the day's limit.
        #expect(try await initiator.pay(device, "100.00").status == .acsc)
    }

    @Test func amountsBetween200And300AreNotAuthorised() async throws {
        let initiator = Initiator(try await TestBank())
        let device = try await initiator.enroll()
        let consent = try await initiator.createConsent(device, "250.00")
        let body = try answered(await initiator.signOptions(device, consent.consentID), 201)
        let assertion = try await initiator.assertion(device, try OFBSignOptions(bytes: body))
        let reply = await initiator.authorise(device, consent.consentID, assertion)
        #expect(try refusedCode(reply) == "STATUS_CONSENTIMENTO_INVALIDO")
        #expect(try await initiator.consent(consent.consentID).status == .rejected)
    }

    @Test func payingOneselfOnTheSameAccountIsRejected() async throws {
        let initiator = Initiator(try await TestBank())
        let device = try await initiator.enroll()
        var terms = try initiator.terms("10.00")
        terms.creditorAccount = OFBAccount(ispb: "99000001", issuer: "0001", number: "10117", accountType: "CACC")
        let message = OFBConsentCreation(
            cpf: device.cpf,
            terms: terms,
            debtorAccount: nil,
            date: initiator.test.clock.now.isoDate
        )
        let consent = try OFBConsent(
            bytes: try answered(await initiator.call(.createConsent, body: message.bytes), 201)
        )
        let options = try OFBSignOptions(
            bytes: try answered(await initiator.signOptions(device, consent.consentID), 201)
        )
        let assertion = try await initiator.assertion(device, options)
        _ = try answered(await initiator.authorise(device, consent.consentID, assertion), 204)
        let reply = await initiator.pay(initiator.creation(consent, try initiator.newEndToEndID()))
        #expect(try OFBPayment(bytes: try answered(reply, 201)).rejectionCode == "CONTAS_ORIGEM_DESTINO_IGUAIS")
    }

    @Test func settlementWaitsForItsTimeAndIsTold() async throws {
        let test = try await TestBank { $0.settlementDelaySeconds = 30 }
        let heard = HeardNotifications()
        test.bank.setNotifications(heard)
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        let payment = try await initiator.pay(device, "10.00")
        #expect(payment.status == .rcvd)
        #expect(try await test.bank.ledgerLines(ofEndToEndID: payment.endToEndID).isEmpty)
        let reply = await initiator.call(.cancelPayment, payment.paymentID)
        #expect(try refusedCode(reply) == "PAGAMENTO_NAO_PERMITE_CANCELAMENTO")
        test.clock.advance(seconds: 30)
        try await test.bank.tick()
        #expect(heard.items.contains(.init(institution: device.institution, kind: .payment, id: payment.paymentID)))
        #expect(try await initiator.payment(payment.paymentID).status == .acsc)
        #expect(try await test.bank.verdict().isSound)
    }

    @Test func onlyWhatWaitsCanBeCancelled() async throws {
        let test = try await TestBank { $0.settlementDelaySeconds = 30 }
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        let payment = try await initiator.pay(device, "10.00")
        #expect(try await test.bank.hold(payment.paymentID, at: device.institution))
        #expect(try await initiator.payment(payment.paymentID).status == .pdng)
        let body = OFBPaymentCancellation(cpf: device.cpf).bytes
        let answer = try answered(await initiator.call(.cancelPayment, payment.paymentID, body: body), 200)
        #expect(try OFBPayment(bytes: answer).status == .canc)
        test.clock.advance(seconds: 3_600)
        try await test.bank.tick()
        #expect(try await initiator.payment(payment.paymentID).status == .canc)
        #expect(try await test.bank.ledgerLines(ofEndToEndID: payment.endToEndID).isEmpty)
        let again = await initiator.call(.cancelPayment, payment.paymentID, body: body)
        #expect(try refusedCode(again) == "PAGAMENTO_NAO_PERMITE_CANCELAMENTO")
    }
}
