internal import SwiftASN1

/// One authorization list of an Android key, with the fields that matter here.
///
///     AuthorizationList ::= SEQUENCE {
///         [1] EXPLICIT SET OF INTEGER purpose, [600] EXPLICIT NULL allApplications,
///         [702] EXPLICIT INTEGER origin, and others }
struct AndroidAuthorizationList {
    private(set) var purposes: [Int]?
    private(set) var isForAllApplications = false
    private(set) var origin: Int?

    init(_ node: ASN1Node?) throws {
        guard let node else { throw ASN1Error.missingField }
        self = try DER.sequence(node, identifier: .sequence) { fields in
            var list = AndroidAuthorizationList()
            while let field = fields.next() { try list.read(field) }
            return list
        }
    }

    private init() {}

    /// Whether the list says that the key was made on the device (`KM_ORIGIN_GENERATED`).
    var saysMadeHere: Bool { origin == 0 }

    /// Whether the list says that the key only signs (`KM_PURPOSE_SIGN`).
    var saysOnlyForSigning: Bool { purposes.map { !$0.isEmpty && $0.allSatisfy { $0 == 2 } } ?? false }

    /// Whether the list contradicts neither statement; a list without these fields is consistent.
    var isConsistentWithSigning: Bool {
        (origin == nil || saysMadeHere) && (purposes == nil || saysOnlyForSigning)
    }

    private mutating func read(_ field: ASN1Node) throws {
        guard field.identifier.tagClass == .contextSpecific else {
            throw ASN1Error.unexpectedFieldType(field.identifier)
        }
        switch field.identifier.tagNumber {
        case 1:
            let values = try DER.set(of: Int.self, identifier: .set, rootNode: AndroidAuthorizationList.inner(field))
            purposes = (purposes ?? []) + values  // Of a field that stands twice, both count.
        case 600: isForAllApplications = true
        case 702:
            let value = try Int(derEncoded: AndroidAuthorizationList.inner(field))
            guard origin == nil || origin == value else { throw ASN1Error.unexpectedFieldType(field.identifier) }
            origin = value
        default: break
        }
    }

    /// The content of an explicit tag.
    private static func inner(_ field: ASN1Node) throws -> ASN1Node {
        guard case .constructed(let nodes) = field.content else { throw ASN1Error.missingField }
        var iterator = nodes.makeIterator()
        guard let node = iterator.next(), iterator.next() == nil else { throw ASN1Error.missingField }
        return node
    }
}

extension ASN1Error {
    /// A structure ends before a field that it must have.
    static var missingField: ASN1Error { .invalidASN1Object(reason: "a field is missing") }
}
