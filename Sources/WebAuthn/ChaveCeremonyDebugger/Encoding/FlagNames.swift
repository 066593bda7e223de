internal import ChaveWire

/// The flags of authenticator data by the names that the specification gives them.
enum FlagNames {
    private static let all: [(short: String, long: String, flag: AuthenticatorData.Flags)] = [
        ("UP", "userPresent", .userPresent), ("UV", "userVerified", .userVerified),
        ("BE", "backupEligible", .backupEligible), ("BS", "backupState", .backupState),
        ("AT", "attestedCredentialData", .attestedCredentialData), ("ED", "extensionData", .extensionData),
    ]

    /// Each flag by its long name.
    static func json(_ flags: AuthenticatorData.Flags) -> JSONValue {
        var object = JSONObject()
        for each in all { object[each.long] = .bool(flags.contains(each.flag)) }
        return .object(object)
    }

    /// The flags that are set: `0x45 (UP, UV, AT)`.
    static func text(_ flags: AuthenticatorData.Flags) -> String {
        let set = all.filter { flags.contains($0.flag) }.map(\.short)
        return "0x\(Hex.encode([flags.rawValue])) (\(set.isEmpty ? "none set" : set.joined(separator: ", ")))"
    }
}
