import ChaveBase
import ChavePixModel
import ChaveWebAuthn
import ChaveWire
import PaymentsModel

/// The reports about a ceremony's verification: always an observation, and an account when there is a listener.
extension Payments {
    func looked(
        at credential: RegistrationCredential,
        by relyingParty: RelyingParty,
        expecting expectation: RegistrationExpectation,
        for id: EnrollmentID,
        refusal: ExplainedRegistrationRefusal?
    ) {
        observe(.verified(.registration, refusal: refusal?.refusal.rawValue))
        guard let recount else { return }
        recount(
            CeremonyAccount(
                object: .enrollment(id),
                at: world.now(),
                relyingPartyID: relyingParty.id,
                origins: relyingParty.origins,
                challenge: Octets(expectation.challenge),
                userVerification: expectation.userVerification.rawValue,
                answer: .registration(credential, algorithms: expectation.algorithms.map(\.rawValue)),
                refusal: refusal?.name
            )
        )
    }

    func looked(
        at assertion: AssertionCredential,
        against stored: EnrolledCredential,
        by relyingParty: RelyingParty,
        expecting expectation: AuthenticationExpectation,
        for id: PaymentIntentID,
        refusal: AuthenticationRefusal?
    ) {
        observe(.verified(.authentication, refusal: refusal?.rawValue))
        guard let recount else { return }
        recount(
            CeremonyAccount(
                object: .paymentIntent(id),
                at: world.now(),
                relyingPartyID: relyingParty.id,
                origins: relyingParty.origins,
                challenge: Octets(expectation.challenge),
                userVerification: expectation.userVerification.rawValue,
                answer: .authentication(
                    assertion,
                    stored: stored,
                    allowed: expectation.allowedCredentials.map { $0.map(Octets.init) }
                ),
                refusal: refusal?.rawValue
            )
        )
    }
}
