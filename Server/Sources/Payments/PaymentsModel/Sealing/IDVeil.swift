import ChaveBase
package import ChavePixModel
package import Crypto
import Synchronization

/// Ids without a time: version 7 goes in, version 4 comes out, and the way back needs the server's key.
///
/// The veil is a permutation of the 122 bits that are neither version nor variant. It is a Feistel network of ten
/// rounds over two halves of 61 bits. Its round function is HMAC-SHA-256 over organisation, round and half. The same id
/// always has the same veil, so a device may store and send it; two ids never share one.
package struct IDVeil: Sendable {
    /// The HMAC, already keyed.
    private let keyed: HMAC<SHA256>
    private let memo = VeilMemo()
    private static let rounds: UInt8 = 10
    private static let half: UInt64 = (1 << 61) - 1

    package init(key: SymmetricKey) { keyed = HMAC(key: key) }

    /// The veiled form of `id`, which devices see instead.
    package func veiled(_ id: CustomerID, of organisation: OrganisationID) -> CustomerID {
        memo.veil(of: id, organisation) {
            var (left, right) = IDVeil.halves(of: id)
            for round in 0..<IDVeil.rounds {
                (left, right) = (right, left ^ mixed(right, round, organisation))
            }
            return IDVeil.id(left, right, version: 4)
        }
    }

    /// The id behind a veil; any other id is returned unchanged.
    package func unveiled(_ id: CustomerID, of organisation: OrganisationID) -> CustomerID {
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

    /// The two halves of 61 bits.
    ///
    /// The first half has 48 bits, the 12 bits after the version and the first bit after the variant. The second half
    /// has the other 61.
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

/// A cache of recent veils: each response about a payment shows its payer.
private final class VeilMemo: Sendable {
    private struct Key: Hashable {
        let id: CustomerID
        let organisation: OrganisationID
    }

    /// The largest number of cached veils, about 100 bytes each.
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
