import ChavePixModel
import Crypto

/// Ids without the time in them: version 7 goes in, version 4 comes out, and the way back needs the server's key.
///
/// A permutation of the 122 bits that are neither version nor variant: a Feistel network of ten rounds over two halves of
/// 61 bits, whose round function is HMAC-SHA-256 over organisation, round and half. The same id has the same veil for
/// ever, so that a device may store and send it; two ids never share one.
struct IDVeil: Sendable {
    private let key: SymmetricKey
    private static let rounds: UInt8 = 10
    private static let half: UInt64 = (1 << 61) - 1

    init(key: SymmetricKey) { self.key = key }

    /// The veiled form of `id`, which is shown instead.
    func veiled(_ id: CustomerID, of organisation: OrganisationID) -> CustomerID {
        var (left, right) = IDVeil.halves(of: id)
        for round in 0..<IDVeil.rounds {
            (left, right) = (right, left ^ mixed(right, round, organisation))
        }
        return IDVeil.id(left, right, version: 4)
    }

    /// The id behind a veil; any other id is what it is.
    func unveiled(_ id: CustomerID, of organisation: OrganisationID) -> CustomerID {
        guard id.high >> 12 & 0xF == 4, id.low >> 62 == 2 else { return id }
        var (left, right) = IDVeil.halves(of: id)
        for round in (0..<IDVeil.rounds).reversed() {
            (left, right) = (right ^ mixed(left, round, organisation), left)
        }
        return IDVeil.id(left, right, version: 7)
    }

    private func mixed(_ half: UInt64, _ round: UInt8, _ organisation: OrganisationID) -> UInt64 {
        let input = organisation.bytes + [round] + (0..<8).map { UInt8(truncatingIfNeeded: half >> (8 * $0)) }
        let code = HMAC<SHA256>.authenticationCode(for: input, using: key)
        return code.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & IDVeil.half
    }

    /// 48 bits, the 12 after the version and the first after the variant; then the other 61.
    private static func halves(of id: CustomerID) -> (left: UInt64, right: UInt64) {
        let left = (id.high >> 16) << 13 | (id.high & 0xFFF) << 1 | id.low >> 61 & 1
        return (left, id.low & half)
    }

    private static func id(_ left: UInt64, _ right: UInt64, version: UInt64) -> CustomerID {
        CustomerID(
            high: (left >> 13) << 16 | version << 12 | left >> 1 & 0xFFF,
            low: 1 << 63 | (left & 1) << 61 | right
        )
    }
}

extension Payments {
    /// A customer's id as this caller sees it (docs/decisions/0043).
    ///
    /// An id of version 7 tells when a person became known. A device with a token bound to nobody may have named any CPF,
    /// so it sees an id that tells nothing.
    func shown(_ customer: CustomerID, to caller: Caller) -> CustomerID {
        guard caller.device != nil, caller.boundCustomer == nil else { return customer }
        return fieldKey.veil.veiled(customer, of: caller.organisation)
    }

    /// The customer that a request names by either of its ids.
    func unveiled(_ id: CustomerID, of organisation: OrganisationID) -> CustomerID {
        fieldKey.veil.unveiled(id, of: organisation)
    }
}
