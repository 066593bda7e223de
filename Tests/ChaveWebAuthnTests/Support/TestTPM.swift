import ChaveWire
import Crypto
import SwiftASN1
import X509

/// What a TPM says of a key: its structures and the names in its certificate.
struct TestTPM {
    var manufacturer = "id:53544D20"
    var model: String? = "A model"
    var version: String? = "id:00020008"
    var usages: [ASN1ObjectIdentifier]? = [[2, 23, 133, 8, 3]]
    var isAlternativeNameCritical = true
    /// How often the names stand there.
    var nameCount = 1
    /// What is done to the structures; the name is made after the area is damaged.
    var damageArea: (inout [UInt8]) -> Void = { _ in }
    var damageName: (inout [UInt8]) -> Void = { _ in }
    var damageExtraData: (inout [UInt8]) -> Void = { _ in }
    var damageCertification: (inout [UInt8]) -> Void = { _ in }

    /// `TPMT_PUBLIC` of a key.
    func publicArea(of key: TestKey) -> [UInt8] {
        var area: [UInt8]
        switch key.coseKey(.es256) {
        case .ec2(_, let curve, let x, let y):
            let number: [UInt8] = curve == .p256 ? [0, 3] : curve == .p384 ? [0, 4] : [0, 5]
            area = hex("0023 000b 00040000 0000 0010 0010") + number + hex("0010") + Self.sized(x) + Self.sized(y)
        case .rsa(_, let modulus, _):
            area = hex("0001 000b 00040000 0000 0010 0010 0800 00000000") + Self.sized(modulus)
        case .okp(_, _, let x): area = hex("0023 000b 00040000 0000 0010 0010 0003 0010") + Self.sized(x) + [0, 0]
        }
        damageArea(&area)
        return area
    }

    /// `TPMS_ATTEST` about a key.
    func certification(extraData: [UInt8], area: [UInt8]) -> [UInt8] {
        var name = [0, 0x0B] + Array(SHA256.hash(data: area))
        damageName(&name)
        var extraData = extraData
        damageExtraData(&extraData)
        var bytes = hex("ff544347 8017 0000") + Self.sized(extraData)
        bytes += hex("0000000000000001 00000002 00000003 01 0000000000000004") + Self.sized(name) + [0, 0]
        damageCertification(&bytes)
        return bytes
    }

    func extensions() throws -> [Certificate.Extension] {
        let attributes: [(ASN1ObjectIdentifier, String?)] = [
            ([2, 23, 133, 2, 1], manufacturer), ([2, 23, 133, 2, 2], model), ([2, 23, 133, 2, 3], version),
        ]
        let name = DistinguishedName(
            attributes.compactMap { type, value in
                value.map {
                    RelativeDistinguishedName(RelativeDistinguishedName.Attribute(type: type, utf8String: $0))
                }
            }
        )
        let names = try Certificate.Extension(
            SubjectAlternativeNames(Array(repeating: .directoryName(name), count: nameCount)),
            critical: isAlternativeNameCritical
        )
        guard let usages else { return [names] }
        let usage = try ExtendedKeyUsage(usages.map { ExtendedKeyUsage.Usage(oid: $0) })
        return [names, try Certificate.Extension(usage, critical: false)]
    }

    static func sized(_ bytes: [UInt8]) -> [UInt8] { [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes }
}
