/// The reason for refusing a chain, a certificate, or a request for a certificate.
///
/// The cases are in the order of precedence. The earlier case is reported for two faults in one certificate; the
/// certificate nearer to the root is reported for two faulty certificates. A certificate's place is checked before its
/// content, and its signature last.
public enum ChainRefusal: String, Error, CaseIterable, Sendable {
    /// The chain has no device certificate beside the root.
    case noDeviceCertificate = "no_device_certificate"
    /// The chain would have more than five device certificates.
    case tooManyCertificates = "too_many_certificates"
    /// A certificate is longer than this module accepts.
    case certificateTooLarge = "certificate_too_large"
    /// The same certificate occurs twice in the chain.
    case repeatedCertificate = "repeated_certificate"
    /// The last certificate is not one of the trusted roots.
    case unknownRoot = "unknown_root"
    /// The bytes are not an X.509 certificate (or a PKCS#10 request, or PEM) in DER, or bytes are left over.
    case malformed = "malformed"
    /// The signature algorithm is not ECDSA with SHA-256.
    case wrongAlgorithm = "wrong_algorithm"
    /// The key is not on P-256, or is not the expected key.
    case wrongKey = "wrong_key"
    /// The chain already contains this key.
    case repeatedKey = "repeated_key"
    /// The issuer is not the subject of the certificate above: certificates are missing, left over, or in another
    /// order.
    case wrongIssuer = "wrong_issuer"
    /// The subject does not name a tenant, a user and a credential in the required form.
    case wrongSubject = "wrong_subject"
    /// The certificate belongs to another tenant.
    case wrongTenant = "wrong_tenant"
    /// The certificate belongs to another user than the one above.
    case wrongUser = "wrong_user"
    /// The chain already contains this subject, which would make the certificate self-issued.
    case repeatedSubject = "repeated_subject"
    /// The serial number is not positive or has more than 16 bytes.
    case wrongSerial = "wrong_serial"
    /// The validity of a certificate begins in the future.
    case notYetValid = "not_yet_valid"
    /// The validity of a certificate has ended.
    case expired = "expired"
    /// The certificate ends after the one above, or is valid for too long.
    case wrongValidity = "wrong_validity"
    /// The certificate has an extension outside of the rules, critical or not.
    case unknownExtension = "unknown_extension"
    /// Basic constraints are missing, not critical, or not those of an authority with a path length.
    case wrongBasicConstraints = "wrong_basic_constraints"
    /// The path length is not one less than that of the certificate above.
    case wrongPathLength = "wrong_path_length"
    /// The key usage of a certificate does not fit its role in the chain.
    case wrongKeyUsage = "wrong_key_usage"
    /// The name constraint is missing, not critical, or does not permit exactly the name of the rules.
    case wrongNameConstraint = "wrong_name_constraint"
    /// The subject's alternative names are not exactly the one name of the rules.
    case wrongAlternativeName = "wrong_alternative_name"
    /// The subject's or the authority's key identifier is missing or wrong.
    case wrongKeyIdentifier = "wrong_key_identifier"
    /// The certificate has the right content in another encoding.
    case notCanonical = "not_canonical"
    /// A signature is not valid, so that no path leads to the root.
    case badSignature = "bad_signature"
}
