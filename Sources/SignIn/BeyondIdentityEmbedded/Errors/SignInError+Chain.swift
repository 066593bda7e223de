import ChaveCredentialChain

extension SignInError {
    static let clockIsBehind = SignInError(
        .clockWrong,
        "This device's clock is behind: what the server made just now counts only later. Set date and time, then try again."
    )

    /// Why certificates are refused, with the two reasons that a person can do something about told apart.
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
