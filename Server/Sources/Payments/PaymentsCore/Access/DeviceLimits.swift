/// How much devices may have open, make and note (docs/decisions/0044); API keys have none of these limits.
///
/// A device that nobody has vouched for costs itself nothing, so each is far below what the server holds and far above
/// what a person with a phone needs.
public enum DeviceLimits {
    /// PENDING enrollments of one device.
    public static let openEnrollments = 10
    /// PENDING enrollments by the tokens of one family; of bound tokens, by all of one customer.
    public static let openEnrollmentsOfGrant = 20
    /// Enrollments that those make within a day, whatever becomes of them.
    public static let enrollmentsADayOfGrant = 100
    /// PENDING payment intents that devices made with one enrollment.
    public static let openIntentsOfEnrollment = 20
    /// Bytes of `metadata` as JSON, of one object.
    public static let metadataBytes = 2_048

    static let daySeconds: Int64 = 24 * 60 * 60
}
