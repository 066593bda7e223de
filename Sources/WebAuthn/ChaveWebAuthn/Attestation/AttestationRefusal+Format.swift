extension AttestationRefusal {
    /// The section of the specification that asks for the check in that format.
    ///
    /// More precise than `specificationStep`, which knows no format; what the policy refuses is no format's and stays as it
    /// is there.
    public func specificationStep(of format: AttestationFormat) -> String {
        switch self {
        case .formatUnsupported, .formatNotAccepted, .chainNotTrusted, .typeNotAccepted, .modelNotAccepted:
            specificationStep
        case .certificateUnsuitable, .manufacturerUnknown: "WebAuthn Level 3, \(format.certificateSection)"
        case .statementMalformed, .certificateMalformed, .statementUnsupported, .algorithmMismatch, .keyMismatch,
            .nonceMismatch, .nameMismatch, .signatureInvalid, .modelMismatch, .keyUseUnsuitable, .modelNotZero:
            "WebAuthn Level 3, \(format.section)"
        }
    }
}

extension AttestationFormat {
    /// The format's own section, which holds its procedure.
    fileprivate var section: String {
        switch self {
        case .none: "8.7"
        case .packed: "8.2"
        case .fidoU2F: "8.6"
        case .apple: "8.8"
        case .androidKey: "8.4"
        case .tpm: "8.3"
        }
    }

    /// Where the form of its certificate is described.
    fileprivate var certificateSection: String {
        switch self {
        case .packed: "8.2.1"
        case .tpm: "8.3.1"
        case .none, .fidoU2F, .apple, .androidKey: section
        }
    }
}
