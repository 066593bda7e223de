import ChaveBase
import ChavePixModel
import Crypto
import Synchronization

/// Ids without the time in them: version 7 goes in, version 4 comes out, and the way back needs the server's key.
///
/// A permutation of the 122 bits that are neither version nor variant: a Feistel network of ten rounds over two halves of
/// 61 bits, whose round function is HMAC-SHA-256 over organisation, round and half. The same id has the same veil for
/// ever, so that a device may store and send it; two ids never share one.
struct IDVeil: Sendable {
    /// With the key in it already.
    private let keyed: HMAC<SHA256>
    private let memo = VeilMemo()
    private static let rounds: UInt8 = 10
    private static let half: UInt64 = (1 << 61) - 1

    init(key: SymmetricKey) { keyed = HMAC(key: key) }

    /// The veiled form of `id`, which is shown instead.
    func veiled(_ id: CustomerID, of organisation: OrganisationID) -> CustomerID {
        memo.veil(of: id, organisation) {
            var (left, right) = IDVeil.halves(of: id)
            for round in 0..<IDVeil.rounds {
                (left, right) = (right, left ^ mixed(right, round, organisation))
            }
            return IDVeil.id(left, right, version: 4)
        }
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
        var code = keyed
        withUnsafeBytes(of: (organisation.high.bigEndian, organisation.low.bigEndian)) { code.update(data: $0) }
        withUnsafeBytes(of: round) { code.update(data: $0) }
        withUnsafeBytes(of: half.littleEndian) { code.update(data: $0) }
        let first = code.finalize().withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
        return UInt64(bigEndian: first) & IDVeil.half
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

/// Veils that were made of late: a payment shows its payer in each of its answers.
private final class VeilMemo: Sendable {
    private struct Key: Hashable {
        let id: CustomerID
        let organisation: OrganisationID
    }

    /// About 100 bytes each.
    private static let most = 4_096

    private let known = Mutex<[Key: CustomerID]>([:])

    func veil(of id: CustomerID, _ organisation: OrganisationID, _ make: () -> CustomerID) -> CustomerID {
        let key = Key(id: id, organisation: organisation)
        if let veil = known.withLock({ $0[key] }) { return veil }
        let veil = make()
        known.withLock { known in
            if known.count >= VeilMemo.most { known.removeAll(keepingCapacity: true) }
            known[key] = veil
        }
        return veil
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
