/// Why a chain, a certificate, or a request for one does not count.
///
/// In the order of precedence: of two faults in one certificate the earlier case is named, of two faulty certificates the
/// one nearer the root. A certificate's place is judged before its contents, its signature last of all.
public enum ChainRefusal: String, Error, CaseIterable, Sendable {
    /// There is no device's certificate above the root.
    case noDeviceCertificate = "no_device_certificate"
    /// There would be more than five devices' certificates.
    case tooManyCertificates = "too_many_certificates"
    /// A certificate is longer than any that is made here.
    case certificateTooLarge = "certificate_too_large"
    /// The same certificate stands in the chain twice.
    case repeatedCertificate = "repeated_certificate"
    /// The last certificate is none of the roots that are trusted.
    case unknownRoot = "unknown_root"
    /// It cannot be read as an X.509 certificate (or a PKCS#10 request, or PEM) in DER, or has bytes left over.
    case malformed = "malformed"
    /// It is not signed by ECDSA with SHA-256.
    case wrongAlgorithm = "wrong_algorithm"
    /// The key is not on P-256, or is another one than it should be.
    case wrongKey = "wrong_key"
    /// The key is one that the chain has already.
    case repeatedKey = "repeated_key"
    /// The issuer is not the subject of the certificate above: others are missing, left over, or in another order.
    case wrongIssuer = "wrong_issuer"
    /// The subject does not name a tenant, a user and a credential in the form that the rules have.
    case wrongSubject = "wrong_subject"
    /// It is a certificate of another tenant.
    case wrongTenant = "wrong_tenant"
    /// It is a certificate of another user than the one above.
    case wrongUser = "wrong_user"
    /// The credential's name is one that the chain has already, which would make the certificate self-issued.
    case repeatedSubject = "repeated_subject"
    /// The serial number is not a positive one of 16 bytes at most.
    case wrongSerial = "wrong_serial"
    /// A certificate counts only from a moment that lies ahead.
    case notYetValid = "not_yet_valid"
    /// A certificate's time has run out.
    case expired = "expired"
    /// It is valid longer than the one above, or for too long.
    case wrongValidity = "wrong_validity"
    /// It has an extension that the rules do not have, critical or not.
    case unknownExtension = "unknown_extension"
    /// Basic constraints are missing, not critical, or not those of an authority with a path length.
    case wrongBasicConstraints = "wrong_basic_constraints"
    /// The path length is not one less than that of the certificate above.
    case wrongPathLength = "wrong_path_length"
    /// A certificate's key is not for what it does in the chain.
    case wrongKeyUsage = "wrong_key_usage"
    /// The name constraint is missing, not critical, or permits anything but what the rules have.
    case wrongNameConstraint = "wrong_name_constraint"
    /// The subject's alternative names are not exactly the one that the rules have.
    case wrongAlternativeName = "wrong_alternative_name"
    /// The subject's or the authority's key identifier is missing or another.
    case wrongKeyIdentifier = "wrong_key_identifier"
    /// It says what it should in other bytes than it should.
    case notCanonical = "not_canonical"
    /// A signature does not hold, so that there is no path to the root.
    case badSignature = "bad_signature"
}
