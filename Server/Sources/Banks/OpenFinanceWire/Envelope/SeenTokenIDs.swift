public import ChaveBase
import Hashing

/// The `jti` of each message of a while, so that no message counts twice.
///
/// An initiator needs them only while `iat` would still be accepted: an older message is refused by its time. A bank
/// keeps them for a day (Open Finance Brasil), in its database. Memory is bounded for each sender, so that one sender
/// takes no room from another.
public struct SeenTokenIDs: Sendable {
    /// The answer to a message's id.
    public enum Verdict: Hashable, Sendable {
        case new
        case seen
        /// The sender has no room: nobody can say whether the id is new, and the message does not count.
        case full
    }

    private struct Slice {
        let start: Int64
        var ids: Set<Digest> = []
    }

    private var senders: [String: [Slice]] = [:]
    private let keptSeconds: Int64
    private let capacity: Int

    /// The ids of each sender are kept for `keptSeconds` at least and an eighth more at most, at most `capacity` of them.
    ///
    /// The default is for an age and an advance of 60 s each. An id takes about 100 bytes.
    public init(keptSeconds: Int64 = 180, capacity: Int = 20_000) {
        self.keptSeconds = max(8, keptSeconds)
        self.capacity = capacity
    }

    /// How many ids are kept.
    public var count: Int { senders.values.reduce(0) { $0 + SeenTokenIDs.count($1) } }

    /// Takes an id of a sender; equal ids of two senders are two ids.
    ///
    /// `sender` is an organisation of the directory, never a text of the message.
    public mutating func take(_ id: String, of sender: String, at now: Timestamp) -> Verdict {
        let length = (keptSeconds + 7) / 8
        let start = now.seconds / length * length
        // Taken out, so that the sets have one owner and are changed in place.
        var slices = senders.removeValue(forKey: sender) ?? []
        slices.removeAll { $0.start + length + keptSeconds <= now.seconds }
        defer { senders[sender] = slices }
        let digest = Digest(ofText: id)
        guard !slices.contains(where: { $0.ids.contains(digest) }) else { return .seen }
        guard SeenTokenIDs.count(slices) < capacity else { return .full }
        if let index = slices.firstIndex(where: { $0.start == start }) {
            slices[index].ids.insert(digest)
        } else {
            slices.append(Slice(start: start, ids: [digest]))
        }
        return .new
    }

    private static func count(_ slices: [Slice]) -> Int { slices.reduce(0) { $0 + $1.ids.count } }
}
