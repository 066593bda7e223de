import ChaveBase
import ChavePixModel
import PaymentsModel

/// One value for each state and each event of an enrollment, all with the same deadline.
enum EnrollmentSamples {
    static let deadline = Timestamp(seconds: 1_900_000_000)
    static let early = deadline.adding(microseconds: -1)
    static let redirection = EnrollmentState.Redirection(secrets: Sealed(box: [1]))
    static let sealed = Sealed(box: [2])
    static let registration = EnrollmentState.Registration(
        options: "{}",
        challenge: Octets([3]),
        relyingPartyID: "banco.example",
        userHandle: Octets([4]),
        algorithms: [-7]
    )
    static let end = EnrollmentEnd(.failed, .institutionPolicy)

    static let states: [EnrollmentState] = [
        .created(signals: sealed, redirection, deadline: deadline),
        .knownToBank(signals: sealed, redirection, deadline: deadline),
        .signalsSent(redirection, deadline: deadline),
        .awaitingHolder(redirection, deadline: deadline),
        .returned(redirection, code: sealed, deadline: deadline),
        .exchanging(deadline: deadline),
        .exchanged(tokens: sealed, deadline: deadline),
        .holderChecked(tokens: sealed, deadline: deadline),
        .awaitingCredential(registration, tokens: sealed, deadline: deadline),
        .attested(attestation: sealed, tokens: sealed, deadline: deadline),
        .registering(attestation: sealed, tokens: sealed, deadline: deadline),
        .authorised(tokens: sealed, checkAt: deadline),
        .withdrawing(end, hadOptions: false),
        .ended(end, atBank: false),
        .ended(end, atBank: true),
    ]

    static let events: [(name: String, event: EnrollmentEvent, at: Timestamp)] =
        plainEvents.map { (name(of: $0), $0, early) } + [
            ("callback@deadline", .callback(code: sealed, deadline: deadline), deadline),
            ("attestation@deadline", .attestation(sealed, deadline: deadline), deadline),
            ("clockTick@deadline", .clockTick, deadline),
        ]

    static let plainEvents: [EnrollmentEvent] = [
        .bankCreated, .signalsAccepted(deadline: deadline), .redirectReady,
        .callback(code: sealed, deadline: deadline), .callbackFailed(end), .exchangeMarked, .tokens(sealed),
        .holderConfirmed(deadline: deadline), .options(registration, deadline: deadline),
        .attestation(sealed, deadline: deadline), .registrationMarked, .registered(checkAt: deadline),
        .refused(end), .withdrawn(end), .bankEnded(end), .endedAtBank, .checked(nextAt: deadline), .checkDue, .cancel,
        .expired,
        .clockTick,
    ]

    static func name(of state: EnrollmentState) -> String {
        switch state {
        case .created: "created"
        case .knownToBank: "knownToBank"
        case .signalsSent: "signalsSent"
        case .awaitingHolder: "awaitingHolder"
        case .returned: "returned"
        case .exchanging: "exchanging"
        case .exchanged: "exchanged"
        case .holderChecked: "holderChecked"
        case .awaitingCredential: "awaitingCredential"
        case .attested: "attested"
        case .registering: "registering"
        case .authorised: "authorised"
        case .withdrawing: "withdrawing"
        case .ended(_, let atBank): atBank ? "ended" : "endedHere"
        }
    }

    static func name(of event: EnrollmentEvent) -> String {
        switch event {
        case .bankCreated: "bankCreated"
        case .signalsAccepted: "signalsAccepted"
        case .redirectReady: "redirectReady"
        case .callback: "callback"
        case .callbackFailed: "callbackFailed"
        case .exchangeMarked: "exchangeMarked"
        case .tokens: "tokens"
        case .holderConfirmed: "holderConfirmed"
        case .options: "options"
        case .attestation: "attestation"
        case .registrationMarked: "registrationMarked"
        case .registered: "registered"
        case .refused: "refused"
        case .withdrawn: "withdrawn"
        case .bankEnded: "bankEnded"
        case .endedAtBank: "endedAtBank"
        case .checked: "checked"
        case .checkDue: "checkDue"
        case .cancel: "cancel"
        case .expired: "expired"
        case .clockTick: "clockTick"
        }
    }
}
