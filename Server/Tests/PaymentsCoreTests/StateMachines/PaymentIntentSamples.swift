import ChaveBase
import ChavePixModel
import PaymentsModel

/// One value for each state and each event of a payment intent, all with the same deadline.
enum PaymentIntentSamples {
    static let deadline = Timestamp(seconds: 1_900_000_000)
    static let early = deadline.adding(microseconds: -1)
    static let challenge = PaymentIntentState.Challenge(
        challenge: Octets([1]),
        relyingPartyID: "banco.example",
        allowedCredentials: [],
        userVerification: "required"
    )
    /// Its payment must leave by `deadline`.
    static let approval = PaymentIntentState.Approval(body: Sealed(box: [2]), at: deadline.adding(seconds: -120))
    static let payment = Sealed(box: [3])
    static let end = PaymentIntentEnd(.failed, .riskRefused)
    static let canceled = PaymentIntentEnd(.canceled, .canceled)

    static let states: [PaymentIntentState] = [
        .created(deadline: deadline), .consented(deadline: deadline), .awaitingApproval(challenge, deadline: deadline),
        .lapsing, .authorising(approval), .paying(body: payment, sentAt: early),
        .settling(since: early), .scheduled(lookAt: deadline), .succeeded(at: early), .ended(end), .ended(canceled),
    ]

    static let plainEvents: [PaymentIntentEvent] = [
        .consentCreated(deadline: deadline), .challenge(challenge, deadline: deadline), .approval(approval),
        .approvalInvalid, .authorised(payment: payment), .consumed(payment: payment),
        .paymentKnown, .scheduleKnown(lookAt: deadline), .scheduleMoved(.read, lookAt: deadline), .settled,
        .refused(end), .consentLapsed,
        .groundLost(.enrollmentRevoked), .cancel, .clockTick,
    ]

    static let events: [(name: String, event: PaymentIntentEvent, at: Timestamp)] =
        plainEvents.map { (name(of: $0), $0, early) } + [
            ("approval@deadline", .approval(approval), deadline),
            ("approvalInvalid@deadline", .approvalInvalid, deadline),
            ("authorised@deadline", .authorised(payment: payment), deadline),
            ("consumed@deadline", .consumed(payment: payment), deadline),
            ("clockTick@deadline", .clockTick, deadline),
            ("clockTick@never", .clockTick, Timestamp(microseconds: .max)),
        ]

    static func name(of state: PaymentIntentState) -> String {
        switch state {
        case .created: "created"
        case .consented: "consented"
        case .awaitingApproval: "awaitingApproval"
        case .lapsing: "lapsing"
        case .authorising: "authorising"
        case .paying: "paying"
        case .settling: "settling"
        case .scheduled: "scheduled"
        case .succeeded: "succeeded"
        case .ended(let end): end.outcome == .failed ? "failed" : "canceled"
        }
    }

    static func name(of event: PaymentIntentEvent) -> String {
        switch event {
        case .consentCreated: "consentCreated"
        case .challenge: "challenge"
        case .approval: "approval"
        case .approvalInvalid: "approvalInvalid"
        case .authorised: "authorised"
        case .consumed: "consumed"
        case .paymentKnown: "paymentKnown"
        case .scheduleKnown: "scheduleKnown"
        case .scheduleMoved: "scheduleMoved"
        case .settled: "settled"
        case .refused: "refused"
        case .consentLapsed: "consentLapsed"
        case .groundLost: "groundLost"
        case .cancel: "cancel"
        case .clockTick: "clockTick"
        }
    }
}
