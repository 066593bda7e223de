package import ChaveBase
package import ChaveWire
import Hashing

/// The wrong codes of one key or from one address.
///
/// A blind index finds this record, which contains neither key nor address.
package struct GuessBudget: SignInRecord, Hashable {
    package static let kind = "guess_budget"
    package static let daySeconds: Int64 = 86_400
    package static let tenMinutesSeconds: Int64 = 600

    package var tenant: TenantID
    package var id: String
    package var source: Digest
    /// The times of the last day's wrong codes, oldest first.
    package var wrong: [Timestamp]

    package init(tenant: TenantID, id: String, source: Digest, wrong: [Timestamp]) {
        self.tenant = tenant
        self.id = id
        self.source = source
        self.wrong = wrong
    }

    package var recordID: String { id }
    package var indexes: [RecordIndex] { [GuessBudget.index(source)] }

    /// One day after the last wrong code; a budget without wrong codes exists only for the moment of a right claim.
    package var expiresAt: Timestamp? {
        (wrong.last ?? Timestamp(seconds: 0)).adding(seconds: GuessBudget.daySeconds)
    }

    package static func index(_ source: Digest) -> RecordIndex { RecordIndex("source", source.text, isUnique: true) }

    package static func source(key: Digest) -> Digest { Digest(ofText: "key|\(key.text)") }

    package static func source(address: IPAddress) -> Digest {
        Digest(of: Array("address|".utf8) + address.subscriber.bytes)
    }

    /// The time of the next allowed guess; `nil` when a guess is allowed now.
    package func opens(after now: Timestamp, _ policy: ExtensionPolicy) -> Timestamp? {
        let times = [
            GuessBudget.opening(wrong, limit: policy.wrongInTenMinutes, within: GuessBudget.tenMinutesSeconds),
            GuessBudget.opening(wrong, limit: policy.wrongInADay, within: GuessBudget.daySeconds),
        ]
        return times.compactMap(\.self).filter { $0 > now }.max()
    }

    package func counting(at now: Timestamp) -> GuessBudget {
        var next = self
        next.wrong = wrong.filter { now < $0.adding(seconds: GuessBudget.daySeconds) } + [now]
        return next
    }

    /// The moment from which the last `seconds` contain fewer than `limit` wrong codes.
    private static func opening(_ wrong: [Timestamp], limit: Int, within seconds: Int64) -> Timestamp? {
        guard limit > 0, wrong.count >= limit else { return nil }
        return wrong[wrong.count - limit].adding(seconds: seconds)
    }
}

extension GuessBudget {
    package var content: JSONObject {
        var content = JSONObject()
        content.set("source", source)
        content.set("wrong", wrong.map { String($0.microseconds) })
        return content
    }

    package init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: GuessBudget.kind, content: content)
        self.init(tenant: tenant, id: recordID, source: try reader.digest("source"), wrong: try reader.times("wrong"))
    }
}

extension ContentReader {
    package func times(_ name: String) throws(SignInFault) -> [Timestamp] {
        let texts = try texts(name)
        let times = texts.compactMap { Int64($0) }.map(Timestamp.init(microseconds:))
        guard times.count == texts.count else { throw .damaged(kind: kind) }
        return times
    }
}
