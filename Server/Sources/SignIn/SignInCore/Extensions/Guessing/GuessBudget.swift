import ChaveBase
import ChaveWire
import Hashing

/// The wrong codes of one key or from one address.
///
/// It is found by a blind index, and neither key nor address stands in it.
struct GuessBudget: SignInRecord, Hashable {
    static let kind = "guess_budget"
    static let daySeconds: Int64 = 86_400
    static let tenMinutesSeconds: Int64 = 600

    var tenant: TenantID
    var id: String
    var source: Digest
    /// When the wrong ones of the last day came, oldest first.
    var wrong: [Timestamp]

    var recordID: String { id }
    var indexes: [RecordIndex] { [GuessBudget.index(source)] }

    /// Of no use a day after the last wrong one; one without any stands only for the moment of a right claim.
    var expiresAt: Timestamp? {
        (wrong.last ?? Timestamp(seconds: 0)).adding(seconds: GuessBudget.daySeconds)
    }

    static func index(_ source: Digest) -> RecordIndex { RecordIndex("source", source.text, isUnique: true) }

    static func source(key: Digest) -> Digest { Digest(ofText: "key|\(key.text)") }

    static func source(address: IPAddress) -> Digest {
        Digest(of: Array("address|".utf8) + address.subscriber.bytes)
    }

    /// When another guess is taken; `nil` when one is taken now.
    func opens(after now: Timestamp, _ policy: ExtensionPolicy) -> Timestamp? {
        let times = [
            GuessBudget.opening(wrong, limit: policy.wrongInTenMinutes, within: GuessBudget.tenMinutesSeconds),
            GuessBudget.opening(wrong, limit: policy.wrongInADay, within: GuessBudget.daySeconds),
        ]
        return times.compactMap(\.self).filter { $0 > now }.max()
    }

    func counting(at now: Timestamp) -> GuessBudget {
        var next = self
        next.wrong = wrong.filter { now < $0.adding(seconds: GuessBudget.daySeconds) } + [now]
        return next
    }

    /// When fewer than `limit` lie in the span that ends then.
    private static func opening(_ wrong: [Timestamp], limit: Int, within seconds: Int64) -> Timestamp? {
        guard limit > 0, wrong.count >= limit else { return nil }
        return wrong[wrong.count - limit].adding(seconds: seconds)
    }
}

extension GuessBudget {
    var content: JSONObject {
        var content = JSONObject()
        content.set("source", source)
        content.set("wrong", wrong.map { String($0.microseconds) })
        return content
    }

    init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: GuessBudget.kind, content: content)
        self.init(tenant: tenant, id: recordID, source: try reader.digest("source"), wrong: try reader.times("wrong"))
    }
}

extension ContentReader {
    func times(_ name: String) throws(SignInFault) -> [Timestamp] {
        let texts = try texts(name)
        let times = texts.compactMap { Int64($0) }.map(Timestamp.init(microseconds:))
        guard times.count == texts.count else { throw .damaged(kind: kind) }
        return times
    }
}
