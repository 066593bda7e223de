internal import SwiftASN1
internal import X509

/// Requires that each certificate of a path, including its anchor, is valid at one time (RFC 5280, section 6.1.3 a 2).
struct ValidityPolicy: VerifierPolicy, Sendable {
    let secondsSince1970: Int64

    var verifyingCriticalExtensions: [ASN1ObjectIdentifier] { [] }

    func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
        guard chain.allSatisfy(isValid) else {
            return .failsToMeetPolicy(reason: "a certificate is not valid at that time")
        }
        return .meetsPolicy
    }

    /// Whether a certificate is valid; false when its times are unreadable.
    func isValid(_ certificate: Certificate) -> Bool {
        guard let period = try? ValidityPeriod(certificate.tbsCertificateBytes) else { return false }
        return period.contains(secondsSince1970)
    }
}

/// The validity period of a certificate, with both ends included (RFC 5280, section 4.1.2.5).
///
/// The library returns these times as Foundation's dates, and this module does not use Foundation.
struct ValidityPeriod {
    private let notBefore: Int64
    private let notAfter: Int64

    func contains(_ secondsSince1970: Int64) -> Bool {
        notBefore <= secondsSince1970 && secondsSince1970 <= notAfter
    }

    /// Reads the fifth field of a certificate's signed part, and no other.
    ///
    ///     TBSCertificate ::= SEQUENCE { [0] version, serialNumber, signature, issuer, validity, … }
    ///     Validity       ::= SEQUENCE { notBefore Time, notAfter Time }
    ///
    /// The library has already parsed the whole certificate. A second parse, also of the anchor, would take longer than
    /// all other checks of a path except the signatures.
    init(_ tbsCertificate: ArraySlice<UInt8>) throws {
        var whole = DERElements(tbsCertificate)
        var fields = DERElements(try whole.next().content)
        var field = try fields.next()
        if field.tag == 0xA0 { field = try fields.next() }
        for _ in 0..<3 { field = try fields.next() }
        (notBefore, notAfter) = try DER.sequence(try DER.parse(field.encoded), identifier: .sequence) { times in
            (try ValidityPeriod.time(times.next()), try ValidityPeriod.time(times.next()))
        }
    }

    private static func present(_ node: ASN1Node?) throws -> ASN1Node {
        guard let node else { throw ASN1Error.missingField }
        return node
    }

    private static func time(_ node: ASN1Node?) throws -> Int64 {
        let node = try present(node)
        if node.identifier == .utcTime {
            let time = try UTCTime(derEncoded: node)
            return seconds(time.year, time.month, time.day, time.hours, time.minutes, time.seconds)
        }
        let time = try GeneralizedTime(derEncoded: node)
        return seconds(time.year, time.month, time.day, time.hours, time.minutes, time.seconds)
    }

    /// The seconds since 1970 of a date in the Gregorian calendar, computed with years that begin in March.
    private static func seconds(
        _ year: Int,
        _ month: Int,
        _ day: Int,
        _ hours: Int,
        _ minutes: Int,
        _ seconds: Int
    ) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let days = 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
        return Int64(days) * 86_400 + Int64(hours * 3_600 + minutes * 60 + seconds)
    }
}
