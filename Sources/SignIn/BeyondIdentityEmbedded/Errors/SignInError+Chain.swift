import ChaveCredentialChain

extension SignInError {
    static let clockIsBehind = SignInError(
        .clockWrong,
        "This device's clock is behind: what the server made just now counts only later. Set date and time, then try again."
    )

    /// Turns a chain refusal into an error; two reasons that a person can fix have codes of their own.
    init(_ refusal: ChainRefusal) {
        switch refusal {
        case .notYetValid: self = .clockIsBehind
        case .expired:
            self.init(
                .credentialExpired,
                "The credential's certificate has run out, or this device's clock is ahead: set date and time; if they are "
                    + "right, recover the user."
            )
        default:
            self.init(.untrustedChain, "The credential's certificates are refused (\(refusal.rawValue)).")
        }
    }
}
