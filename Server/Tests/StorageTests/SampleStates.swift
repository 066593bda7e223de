import ChaveBase
import ChavePixModel
import PaymentsModel
import ServerTestSupport

/// One value for each case of the states.
enum SampleStates {
    private static let sealed = Sealed(box: [0, 1, 254, 255])
    private static let deadline = StorageSample.start.adding(seconds: 300)
    private static let redirection = EnrollmentState.Redirection(secrets: sealed)

    static let enrollment: [EnrollmentState] = [
        .created(signals: sealed, redirection, deadline: deadline),
        .knownToBank(signals: sealed, redirection, deadline: deadline),
        .signalsSent(redirection, deadline: deadline),
        .awaitingHolder(redirection, deadline: deadline),
        .returned(redirection, code: sealed, deadline: deadline),
        .exchanging(deadline: deadline),
        .exchanged(tokens: sealed, deadline: deadline),
        .holderChecked(tokens: sealed, deadline: deadline),
        .awaitingCredential(
            EnrollmentState.Registration(
                options: #"{"rp":{"id":"example"}}"#,
                challenge: Octets([1]),
                relyingPartyID: "example",
                userHandle: Octets([2]),
                algorithms: [-7, -257]
            ),
            tokens: sealed,
            deadline: deadline
        ),
        .attested(attestation: sealed, tokens: sealed, deadline: deadline),
        .registering(attestation: sealed, tokens: sealed, deadline: deadline),
        .authorised(tokens: sealed, checkAt: deadline),
        .withdrawing(EnrollmentEnd(.failed, .rejectedByUser, message: "não"), hadOptions: false),
        .withdrawing(EnrollmentEnd(.failed, .expired), hadOptions: true),
        .ended(EnrollmentEnd(.canceled, .other), atBank: false),
        .ended(EnrollmentEnd(.canceled, .other), atBank: true),
    ]

    private static let approval = PaymentIntentState.Approval(body: sealed, at: deadline)

    static let intent: [PaymentIntentState] = [
        .created(deadline: deadline),
        .consented(deadline: deadline),
        .awaitingApproval(
            PaymentIntentState.Challenge(
                challenge: Octets([1, 2, 3]),
                relyingPartyID: "example",
                allowedCredentials: [Octets([4]), Octets([])],
                userVerification: "required"
            ),
            deadline: deadline
        ),
        .lapsing,
        .authorising(approval),
        .paying(body: sealed, sentAt: deadline),
        .settling(since: deadline),
        .scheduled(lookAt: deadline),
        .succeeded(at: deadline),
        .ended(PaymentIntentEnd(.failed, .other, message: "saldo")),
        .ended(PaymentIntentEnd(.canceled, .other)),
    ]
}
