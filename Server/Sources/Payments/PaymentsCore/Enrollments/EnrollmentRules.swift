/// The time limits of an enrollment (Payments API, section 5), in seconds.
public enum EnrollmentRules {
    /// The bank waits 5 min for the risk signals; the platform is done by then.
    public static let signalsWithinSeconds: Int64 = 5 * 60
    /// The holder has 15 min at the bank.
    public static let holderWithinSeconds: Int64 = 15 * 60
    /// How long the bank may take to have its registration options ready.
    public static let optionsWithinSeconds: Int64 = 5 * 60
    /// The bank waits 5 min for the credential.
    public static let credentialWithinSeconds: Int64 = 5 * 60
    /// How long the bank may take to judge the credential.
    public static let verdictWithinSeconds: Int64 = 2 * 60
    /// How much earlier than the bank we stop accepting.
    public static let stopsBeforeBankSeconds: Int64 = 10
    /// How often a usable enrollment is compared with the bank's.
    public static let checksEverySeconds: Int64 = 24 * 60 * 60
    /// How long the answer to a callback waits for what the bank tells of the account; without it, it is told later.
    static let sideAtReturnWithinMilliseconds = 3_000
    /// How often in a row a bank says of an enrollment that it does not exist before that counts as its end there.
    public static let missingAtBankTries = 10
}
