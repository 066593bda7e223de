import ChaveBase
import Synchronization

/// The sessions of all browsers, only in memory: wallets' requests end with the process.
final class IssuerSessions: Sendable {
    private let sessions = Mutex<[String: IssuerSession]>([:])
    private let most: Int

    /// Stores at most `most` sessions.
    ///
    /// Past that limit the session that was idle longest ends. Sessions without a signed-in person or an owed answer
    /// end first.
    init(most: Int = 1_000) { self.most = most }

    /// The session at `now`; `nil` when there is none, or it has ended.
    func session(_ id: String?, at now: Timestamp) -> IssuerSession? {
        guard let id else { return nil }
        return sessions.withLock { sessions in
            guard var session = sessions[id] else { return nil }
            guard now < session.endsAt else {
                sessions[id] = nil
                return nil
            }
            session.look(at: now)
            session.endsAt = now.adding(seconds: IssuerSession.lifeSeconds)
            sessions[id] = session
            return session
        }
    }

    func add(_ session: IssuerSession, at now: Timestamp) {
        sessions.withLock { sessions in
            if sessions.count >= most { sessions = sessions.filter { now < $0.value.endsAt } }
            if sessions.count >= most, let gone = IssuerSessions.firstToGo(of: sessions, at: now) {
                sessions[gone] = nil
            }
            sessions[session.id] = session
        }
    }

    private static func firstToGo(of sessions: [String: IssuerSession], at now: Timestamp) -> String? {
        let nobodys = sessions.values.filter { !$0.isSomebodys(at: now) }
        return (nobodys.min { $0.endsAt < $1.endsAt } ?? sessions.values.min { $0.endsAt < $1.endsAt })?.id
    }

    /// Changes a session and its id in one step: the old id is invalid from then on.
    func renew<Answer: Sendable>(
        _ id: String,
        as new: String,
        _ work: (inout IssuerSession) -> Answer
    ) -> Answer? {
        sessions.withLock { sessions in
            guard var session = sessions.removeValue(forKey: id) else { return nil }
            session.renew(as: new)
            let answer = work(&session)
            sessions[new] = session
            return answer
        }
    }

    func has(_ id: String) -> Bool { sessions.withLock { $0[id] != nil } }

    /// Changes a session in one step; `nil` when the session has ended meanwhile.
    func change<Answer: Sendable>(_ id: String, _ work: (inout IssuerSession) -> Answer) -> Answer? {
        sessions.withLock { sessions in
            guard var session = sessions[id] else { return nil }
            let answer = work(&session)
            sessions[id] = session
            return answer
        }
    }
}
