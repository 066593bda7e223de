package import ChaveBase
package import ChaveWire

/// The wrong codes of a whole tenant: the record detects attackers that use a new key and address for each guess.
package struct GuessAlarm: SignInRecord, Hashable {
    package static let kind = "guess_alarm"
    /// The id of a tenant's only alarm.
    package static let id = "digits"

    package var tenant: TenantID
    /// The times of the last minute's wrong codes, oldest first; not updated during an alarm.
    package var wrong: [Timestamp] = []
    /// The time until which claims must carry work.
    package var demandsWorkUntil: Timestamp?
    /// The salt of the work; each alarm has a new one, so that no work can be done in advance.
    package var salt: [UInt8] = []
    /// How often the alarm was raised.
    package var raised: Int64 = 0

    package init(
        tenant: TenantID,
        wrong: [Timestamp] = [],
        demandsWorkUntil: Timestamp? = nil,
        salt: [UInt8] = [],
        raised: Int64 = 0
    ) {
        self.tenant = tenant
        self.wrong = wrong
        self.demandsWorkUntil = demandsWorkUntil
        self.salt = salt
        self.raised = raised
    }

    package var recordID: String { GuessAlarm.id }
    package var indexes: [RecordIndex] { [] }
    package var expiresAt: Timestamp? { nil }

    package func demandsWork(at now: Timestamp) -> Bool { demandsWorkUntil.map { now < $0 } ?? false }

    /// The alarm after one more wrong code.
    ///
    /// During an alarm the record is written at most once a second, with one second added to its end. Otherwise ten
    /// thousand guessers would block all other writers.
    package func counting(at now: Timestamp, newSalt: () -> [UInt8], _ policy: ExtensionPolicy) -> GuessAlarm {
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
    package var content: JSONObject {
        var content = JSONObject()
        content.set("wrong", wrong.map { String($0.microseconds) })
        content.set("demands_work_until", demandsWorkUntil)
        content.set("salt", salt)
        content.set("raised", raised)
        return content
    }

    package init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
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
