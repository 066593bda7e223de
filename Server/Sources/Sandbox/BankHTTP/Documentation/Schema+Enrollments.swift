import ChavePixModel

/// The messages about an enrollment as a whole (Enrollments 2.2.0).
extension Schema {
    static let ofbCreateEnrollment = ofbRequest(
        "CreateEnrollment",
        "Asks the bank to enroll a device of one of its customers.",
        .object(Schema("CreateEnrollmentData", "The wishes of the initiator.", terms))
    )

    static let ofbCreatedEnrollment = ofbAnswer(
        "ResponseCreateEnrollment",
        "A new enrollment.",
        .object(Schema("CreatedEnrollmentData", "The enrollment before anybody approved it.", state + terms)),
        .enrollments
    )

    static let ofbEnrollment = ofbAnswer(
        "ResponseEnrollment",
        "An enrollment.",
        .object(Schema("EnrollmentData", "The enrollment as the bank has it.", state + terms + outcome)),
        .enrollments
    )

    static let ofbEndEnrollment = ofbRequest(
        "EndEnrollment",
        "Rejects or revokes an enrollment.",
        .object(
            Schema(
                "EndEnrollmentData",
                "The end that the initiator wants.",
                [
                    .required(
                        "cancellation",
                        .object(Schema("EnrollmentCancellationRequest", "The end of an enrollment.", cancellation)),
                        "The reason and the person."
                    )
                ]
            )
        )
    )

    /// The members that the initiator chooses.
    private static let terms: [Field] = [
        .required("loggedUser", .object(ofbPerson), "The person who uses the initiator."),
        .required(
            "permissions",
            .ofbList(of: .enumeration(["PAYMENTS_INITIATE", "RECURRING_PAYMENTS_INITIATE"]), atLeast: 1),
            "The kinds of payment that the device may authorise."
        ),
        .optional("businessEntity", .object(ofbBusiness(.enrollments)), "The company that the person acts for."),
        .optional("debtorAccount", .object(ofbAccount(.enrollments)), "The account to pay from."),
        .optional("journey", .object(journey), "The link with other consents of the same journey."),
        .optional("enrollmentName", .ofbText(atMost: 140), "A name that the customer recognises."),
    ]

    /// The members that the bank chooses.
    private static let state: [Field] = [
        .required("enrollmentId", .ofbURN, "The enrollment's id at this bank."),
        .required("creationDateTime", .ofbMoment, "The moment of creation."),
        .required(
            "status",
            .enumeration([
                "AWAITING_RISK_SIGNALS", "AWAITING_ACCOUNT_HOLDER_VALIDATION", "AWAITING_ENROLLMENT", "AUTHORISED",
                "REVOKED", "REJECTED",
            ]),
            "The state of the enrollment."
        ),
        .required("statusUpdateDateTime", .ofbMoment, "The moment of the last change of the status."),
        .optional("expirationDateTime", .ofbMoment, "The moment at which the enrollment ends by itself."),
    ]

    /// The members that an approved or ended enrollment may have.
    private static let outcome: [Field] = [
        .optional(
            "cancellation",
            .object(Schema("EnrollmentCancellation", "The end of an enrollment.", cancellation + cancelled)),
            "The end of an enrollment that was rejected or revoked."
        ),
        .optional("transactionLimit", .ofbAmount, "The most that one payment may have."),
        .optional("dailyLimit", .ofbAmount, "The most that all payments of a day may have together."),
    ]

    private static let journey = Schema(
        "Journey",
        "The place of an enrollment in a journey of several consents.",
        [
            .required("isLinked", .boolean, "Whether another consent belongs to the same journey."),
            .required("linkId", .ofbURN, "The id that the consents of the journey have in common."),
        ]
    )

    private static let cancellation: [Field] = [
        .optional("cancelledBy", .object(ofbPerson), "The person who wants the end."),
        .required("reason", .object(reason), "The reason of the end."),
        .optional("additionalInformation", .ofbText(atMost: 2_048), "The reason in words."),
    ]

    private static let cancelled: [Field] = [
        .required("cancelledFrom", .ofbCancelledFrom, "The participant that ended the enrollment."),
        .optional("rejectedAt", .ofbMoment, "The moment of the end."),
    ]

    private static let reason = Schema(
        "EnrollmentEndReason",
        "One of two reasons: before the approval an enrollment is rejected, after it revoked.",
        [
            .optional(
                "rejectionReason",
                .enumeration([
                    "REJEITADO_TITULARIDADE_DIVERGENTE", "REJEITADO_TEMPO_EXPIRADO_RISK_SIGNALS",
                    "REJEITADO_TEMPO_EXPIRADO_ACCOUNT_HOLDER_VALIDATION", "REJEITADO_TEMPO_EXPIRADO_ENROLLMENT",
                    "REJEITADO_MAXIMO_CHALLENGES_ATINGIDO", "REJEITADO_MANUALMENTE",
                    "REJEITADO_DISPOSITIVO_INCOMPATIVEL", "REJEITADO_FALHA_INFRAESTRUTURA",
                    "REJEITADO_FALHA_HYBRID_FLOW", "REJEITADO_FALHA_FIDO", "REJEITADO_SEGURANCA_INTERNA",
                    "REJEITADO_OUTRO",
                ]),
                excludes: ["revocationReason"],
                "The reason of a rejection."
            ),
            .instead(
                of: "rejectionReason",
                "revocationReason",
                .enumeration([
                    "REVOGADO_MANUALMENTE", "REVOGADO_VALIDADE_EXPIRADA", "REVOGADO_FALHA_INFRAESTRUTURA",
                    "REVOGADO_SEGURANCA_INTERNA", "REVOGADO_OUTRO",
                ]),
                "The reason of a revocation."
            ),
        ]
    )
}
