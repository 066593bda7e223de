import ChavePixModel
import Synchronization

/// The sessions of all browsers, in memory: what a wallet asked for is nowhere else, and ends with the process.
final class IssuerSessions: Sendable {
    private let sessions = Mutex<[String: IssuerSession]>([:])
    private let most: Int

    /// So many browsers at a time; past them the one that was away longest has to begin anew.
    init(most: Int = 1_000) { self.most = most }

    /// The session as it stands now; `nil` where there is none, or it has ended.
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
            if sessions.count >= most, let oldest = sessions.values.min(by: { $0.endsAt < $1.endsAt }) {
                sessions[oldest.id] = nil
            }
            sessions[session.id] = session
        }
    }

    /// Changes a session in one step; `nil` where it has ended meanwhile.
    func change<Answer: Sendable>(_ id: String, _ work: (inout IssuerSession) -> Answer) -> Answer? {
        sessions.withLock { sessions in
            guard var session = sessions[id] else { return nil }
            let answer = work(&session)
            sessions[id] = session
            return answer
        }
    }
}
