/// The time limits of an enrollment (Payments API, section 5), in seconds.
public enum EnrollmentRules {
    /// The bank waits 5 min for the risk signals; the platform finishes within that time.
    public static let signalsWithinSeconds: Int64 = 5 * 60
    /// The holder has 15 min at the bank.
    public static let holderWithinSeconds: Int64 = 15 * 60
    /// How long the bank may take to have its registration options ready.
    public static let optionsWithinSeconds: Int64 = 5 * 60
    /// The bank waits 5 min for the credential.
    public static let credentialWithinSeconds: Int64 = 5 * 60
    /// How long the bank may take for its verdict on the credential.
    public static let verdictWithinSeconds: Int64 = 2 * 60
    /// How much earlier than the bank the platform stops accepting.
    public static let stopsBeforeBankSeconds: Int64 = 10
    /// The time between two comparisons of a usable enrollment with the bank's.
    public static let checksEverySeconds: Int64 = 24 * 60 * 60
    /// How long the response to a callback waits for the bank's account data.
    ///
    /// When the wait ends without the data, a later response shows it.
    package static let sideAtReturnWithinMilliseconds = 3_000
    /// How often in a row a bank must report that an enrollment does not exist, before this counts as its end there.
    public static let missingAtBankTries = 10
}
