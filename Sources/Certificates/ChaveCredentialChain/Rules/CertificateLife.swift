/// The times of validity of certificates, in seconds.
enum CertificateLife {
    private static let day: Int64 = 86_400

    /// A leap year, plus one day for clocks and time zones.
    static let longestOfDevice = 367 * day
    /// Ten years with their leap days, plus one day.
    static let longestOfRoot = 3_654 * day

    /// A certificate is valid from shortly before its creation, so that a device whose clock is behind can accept it.
    static let clockSkew: Int64 = 300

    /// The last second of the year 9999, the last that a certificate can name (RFC 5280, section 4.1.2.5.2).
    static let latest: Int64 = 253_402_300_799

    /// The range from `now` minus the clock skew to `seconds` after `now`, cut to `limits`.
    static func validity(now: Int64, seconds: Int64, within limits: ClosedRange<Int64>) throws(ChainRefusal)
        -> ClosedRange<Int64>
    {
        guard now >= limits.lowerBound else { throw .notYetValid }
        guard now <= limits.upperBound else { throw .expired }
        guard seconds > 0 else { throw .wrongValidity }
        let (wished, overflow) = now.addingReportingOverflow(seconds)
        let end = overflow ? limits.upperBound : min(wished, limits.upperBound)
        return max(now - clockSkew, limits.lowerBound)...end
    }
}
