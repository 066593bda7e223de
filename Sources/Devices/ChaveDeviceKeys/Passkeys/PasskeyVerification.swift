/// `userVerification` of the options; what nobody knows counts as preferred, as the standard has it (section 5.8.6).
enum PasskeyVerification: String, Hashable, Sendable {
    case required, preferred, discouraged

    init(option: String?) { self = option.flatMap(PasskeyVerification.init(rawValue:)) ?? .preferred }
}
