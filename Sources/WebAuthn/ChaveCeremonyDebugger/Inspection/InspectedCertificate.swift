import ChaveWire
import Foundation
import SwiftASN1
import X509

/// The fields of a certificate.
enum InspectedCertificate {
    static func members(_ bytes: [UInt8]) throws(Finding) -> JSONObject {
        let certificate: Certificate
        do {
            certificate = try Certificate(derEncoded: bytes)
        } catch {
            throw Finding("the certificate: it cannot be read as X.509 in DER")
        }
        var object = JSONObject()
        object["subject"] = .string("\(certificate.subject)")
        object["issuer"] = .string("\(certificate.issuer)")
        object["serialNumber"] = .string("\(certificate.serialNumber)")
        object["notBefore"] = .string(certificate.notValidBefore.formatted(.iso8601))
        object["notAfter"] = .string(certificate.notValidAfter.formatted(.iso8601))
        object["publicKey"] = .string("\(certificate.publicKey)")
        object["signatureAlgorithm"] = .string("\(certificate.signatureAlgorithm)")
        object["extensions"] = .array(certificate.extensions.map { .string("\($0.oid)") })
        return object
    }
}
