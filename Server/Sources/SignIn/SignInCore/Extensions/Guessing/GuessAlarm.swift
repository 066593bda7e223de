import ChaveBase
import ChaveWire

/// The wrong codes of a whole tenant: whoever takes a new key and a new address for each guess is seen here.
struct GuessAlarm: SignInRecord, Hashable {
    static let kind = "guess_alarm"
    /// There is one for each tenant.
    static let id = "digits"

    var tenant: TenantID
    /// When the wrong ones of the last minute came, oldest first; not kept up while the alarm lasts.
    var wrong: [Timestamp] = []
    /// Until when claims must carry work.
    var demandsWorkUntil: Timestamp?
    /// What the work is done over: new with each alarm, so that none is done before it.
    var salt: [UInt8] = []
    /// How often there was an alarm.
    var raised: Int64 = 0

    var recordID: String { GuessAlarm.id }
    var indexes: [RecordIndex] { [] }
    var expiresAt: Timestamp? { nil }

    func demandsWork(at now: Timestamp) -> Bool { demandsWorkUntil.map { now < $0 } ?? false }

    /// The same, or with one more wrong code.
    ///
    /// An alarm that lasts is written once a second at most, and then for a second longer: else ten thousand guessers would
    /// keep everybody else from writing.
    func counting(at now: Timestamp, newSalt: () -> [UInt8], _ policy: ExtensionPolicy) -> GuessAlarm {
        var next = self
        let quiet = now.adding(seconds: policy.quietSeconds)
        if demandsWork(at: now) {
            if let until = demandsWorkUntil, until < quiet { next.demandsWorkUntil = quiet.adding(seconds: 1) }
            return next
        }
        next.wrong = wrong.filter { now < $0.adding(seconds: 60) } + [now]
        guard next.wrong.count > policy.wrongBeforeAlarm else { return next }
        next.wrong = []
        next.demandsWorkUntil = quiet.adding(seconds: 1)
        next.salt = newSalt()
        next.raised += 1
        return next
    }
}

extension GuessAlarm {
    var content: JSONObject {
        var content = JSONObject()
        content.set("wrong", wrong.map { String($0.microseconds) })
        content.set("demands_work_until", demandsWorkUntil)
        content.set("salt", salt)
        content.set("raised", raised)
        return content
    }

    init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: GuessAlarm.kind, content: content)
        self.init(
            tenant: tenant,
            wrong: try reader.times("wrong"),
            demandsWorkUntil: try reader.optionalTime("demands_work_until"),
            salt: try reader.bytes("salt"),
            raised: try reader.integer("raised")
        )
    }
}
