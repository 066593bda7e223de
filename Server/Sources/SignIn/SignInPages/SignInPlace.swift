/// The address of a page or a form below a tenant; every other path has neither.
enum SignInPlace: Hashable {
    /// The address to which a client sends its person.
    case entrance
    case request(String)
    case wait(String)
    case act(String, request: String)
    /// The address in a QR, which a camera opens.
    case approval
    /// The address to which a client sends its person to sign out, and then the form that asks the person.
    case logout
    case confirmedLogout
    case account
    case accountSignIn
    case leave
    case passkeys
    case newPasskey
    case removal(passkey: String)
    /// The address in a mailed link to a new address, and then the form on its page.
    case mailProof
    case provenMail

    /// `nil` where no page and no form exists at the path; `path` is the part after the tenant.
    init?(_ method: String, _ path: [String]) {
        let isForm = method == "POST"
        switch (path.first, path.count) {
        case ("v2", 2) where path[1] == "authorize": self = .entrance
        case ("v2", 3) where path[1] == "authorize" && !isForm: self = .request(path[2])
        case ("v2", 4) where path[1] == "authorize":
            let isHeld = path[3] == SignInPagesSettings.heldSegment
            guard isForm ? SignInPlace.acts.contains(path[3]) : isHeld else { return nil }
            self = isForm ? .act(path[3], request: path[2]) : .wait(path[2])
        case ("v2", 3) where path[1] == "browser-approvals" && !isForm: self = .approval
        case ("v2", 2) where path[1] == "logout": self = .logout
        case ("v2", 3) where path[1] == "logout" && path[2] == "confirm" && isForm: self = .confirmedLogout
        case ("account", 1) where !isForm: self = .account
        case ("account", 2):
            guard let place = SignInPlace(account: path[1], isForm: isForm) else { return nil }
            self = place
        case ("account", 4) where isForm && path[1] == "passkeys" && path[3] == "remove":
            self = .removal(passkey: path[2])
        default: return nil
        }
    }

    private init?(account name: String, isForm: Bool) {
        switch (name, isForm) {
        case ("sign-in", false): self = .accountSignIn
        case ("leave", true): self = .leave
        case ("passkeys", false): self = .passkeys
        case ("passkeys", true): self = .newPasskey
        case (SignInPagesSettings.mailProofSegment, false): self = .mailProof
        case (SignInPagesSettings.mailProofSegment, true): self = .provenMail
        default: return nil
        }
    }

    private static let acts: Set<String> = ["passkey", "consent", "cancel", "other"]
}
