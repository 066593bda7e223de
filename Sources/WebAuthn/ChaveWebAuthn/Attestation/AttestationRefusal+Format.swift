extension AttestationRefusal {
    /// The section of the specification that requires the check in that format.
    ///
    /// The result is more precise than `specificationStep`, which knows no format. A refusal by the policy does not
    /// depend on the format, and keeps its `specificationStep`.
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
    /// The format's own section, with its procedure.
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

    /// The section that describes the form of the format's certificate.
    fileprivate var certificateSection: String {
        switch self {
        case .packed: "8.2.1"
        case .tpm: "8.3.1"
        case .none, .fidoU2F, .apple, .androidKey: section
        }
    }
}
