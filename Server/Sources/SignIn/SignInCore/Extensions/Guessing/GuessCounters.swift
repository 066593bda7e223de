import ChaveBase
import ChaveWire
import SignInModel

/// The counters that limit claims, as they were read.
///
/// A claim's commit writes the counters or demands that they are unchanged. No concurrent guess therefore gets an
/// answer by counters that are out of date.
struct GuessCounters: Sendable {
    enum Kept<Record: SignInRecord>: Sendable {
        case fresh(Record)
        case stored(Loaded<Record>)

        var record: Record {
            switch self {
            case .fresh(let record): record
            case .stored(let loaded): loaded.record
            }
        }
    }

    let key: Kept<GuessBudget>
    let address: Kept<GuessBudget>
    let alarm: Kept<GuessAlarm>

    /// - Throws: `slow_down` with the time to wait, where the key or the address has used up its guesses.
    func requireBudget(at now: Timestamp, _ policy: ExtensionPolicy) throws(OAuthError) {
        let openings = [key, address].compactMap { $0.record.opens(after: now, policy) }
        guard let opening = openings.max() else { return }
        throw .tooManyGuesses(seconds: now.secondsUp(to: opening))
    }

    /// - Throws: `proof_of_work_required` with the work that is due, while the tenant's alarm lasts.
    func requireWork(
        _ proof: String?,
        key digest: Digest,
        at now: Timestamp,
        _ policy: ExtensionPolicy
    ) throws(OAuthError) {
        guard alarm.record.demandsWork(at: now) else { return }
        let due = ProofOfWork.due(
            alarm: alarm.record.salt,
            key: digest,
            wrong: key.record.wrong.count,
            bits: policy.proofOfWorkBits
        )
        guard let proof, due.accepts(proof, key: digest) else { throw .workRequired(due) }
    }

    /// Counts one more wrong guess.
    func count(at now: Timestamp, newSalt: () -> [UInt8], _ policy: ExtensionPolicy, in change: inout RecordChange) {
        key.put(key.record.counting(at: now), in: &change)
        address.put(address.record.counting(at: now), in: &change)
        alarm.put(alarm.record.counting(at: now, newSalt: newSalt, policy), in: &change)
    }

    /// Demands unchanged counters: a right guess leaves them as they are and succeeds only then.
    func require(in change: inout RecordChange) {
        key.put(key.record, in: &change)
        address.put(address.record, in: &change)
        alarm.put(alarm.record, in: &change)
    }
}

extension GuessCounters.Kept where Record: Equatable {
    fileprivate func put(_ next: Record, in change: inout RecordChange) {
        switch self {
        case .fresh: change.insert(next)
        case .stored(let loaded) where loaded.record == next: change.require(loaded)
        case .stored(var loaded):
            loaded.record = next
            change.replace(loaded)
        }
    }
}

extension SignIn {
    /// Reads the three counters; makes three reads in every case.
    func guessCounters(
        key: Digest,
        address: IPAddress,
        of tenant: TenantID
    ) async throws(SignInFault) -> GuessCounters {
        let alarm = try await records.find(GuessAlarm.self, GuessAlarm.id, of: tenant)
        return GuessCounters(
            key: try await budget(GuessBudget.source(key: key), of: tenant),
            address: try await budget(GuessBudget.source(address: address), of: tenant),
            alarm: alarm.map { .stored($0) } ?? .fresh(GuessAlarm(tenant: tenant))
        )
    }

    private func budget(
        _ source: Digest,
        of tenant: TenantID
    ) async throws(SignInFault) -> GuessCounters.Kept<GuessBudget> {
        let found = try await records.find(GuessBudget.self, by: GuessBudget.index(source), of: tenant)
        if let found { return .stored(found) }
        return .fresh(GuessBudget(tenant: tenant, id: world.newSecret(), source: source, wrong: []))
    }
}

extension OAuthError {
    static func tooManyGuesses(seconds: Int64) -> OAuthError {
        OAuthError(
            .slowDown,
            "too many wrong codes: wait, and ask the first device for a fresh one",
            status: 429,
            retryAfterSeconds: Int(clamping: seconds)
        )
    }

    static func workRequired(_ work: ProofOfWork) -> OAuthError {
        var members = JSONObject()
        members["bits"] = JSONValue(work.bits)
        members["salt"] = .string(work.salt)
        return OAuthError(
            .proofOfWorkRequired,
            "claim again with work done over this salt and the key",
            members: members
        )
    }

    /// The one answer for wrong, expired and used codes.
    static let invalidCode = OAuthError(.invalidCode, "this code opens nothing: ask the first device for a fresh one")
}
