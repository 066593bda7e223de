import SwiftASN1

/// The attributes of a subject that the certificate standard 2.1 of Open Finance Brasil adds to the usual ones.
extension ASN1ObjectIdentifier {
    static let businessCategory: ASN1ObjectIdentifier = [2, 5, 4, 15]
    static let serialNumber: ASN1ObjectIdentifier = [2, 5, 4, 5]
    static let organizationIdentifier: ASN1ObjectIdentifier = [2, 5, 4, 97]
    static let userID: ASN1ObjectIdentifier = [0, 9, 2342, 19_200_300, 100, 1, 1]
    static let jurisdictionCountryName: ASN1ObjectIdentifier = [1, 3, 6, 1, 4, 1, 311, 60, 2, 1, 3]
}

/// The other names of a signing certificate (ICP-Brasil, DOC-ICP-04): of its holder and of the person who answers for it.
enum ICPBrasilName {
    static let responsible: ASN1ObjectIdentifier = [2, 16, 76, 1, 3, 2]
    static let registration: ASN1ObjectIdentifier = [2, 16, 76, 1, 3, 3]
    static let particulars: ASN1ObjectIdentifier = [2, 16, 76, 1, 3, 4]
    static let socialSecurity: ASN1ObjectIdentifier = [2, 16, 76, 1, 3, 7]
}
