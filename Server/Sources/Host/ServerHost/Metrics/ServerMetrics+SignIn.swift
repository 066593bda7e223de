import Metrics
import PrometheusMetrics
import SignInCore
import SignInHTTP
import SignInModel

extension MetricFamily {
    static let signInRecords = MetricFamily(
        "sign_in_records_total",
        .counter,
        "Records of sign-in that were committed, by their kind and what was done; expired ones without a kind."
    )
    static let signInCommits = MetricFamily(
        "sign_in_commits_total",
        .counter,
        "Commits of sign-in: committed, or overtaken by somebody who was faster, and then decided anew."
    )
    static let signInMails = MetricFamily("sign_in_mails_total", .counter, "Mails with a link, by what became of them.")
    static let signInWritable = MetricFamily(
        "sign_in_db_writable",
        .gauge,
        "1 while writes to the database of sign-in are acknowledged, else 0."
    )
    static let signInAlarms = MetricFamily(
        "sign_in_guess_alarms",
        .gauge,
        "Tenants whose nine-digit codes are being guessed now: each claim there must carry work."
    )

    /// The metrics that sign-in counts at each event.
    static let signInCounted = [signInRecords, signInCommits, signInMails]
}

extension ServerMetrics {
    /// Counts the commits of sign-in by the kind of record, never by person, and the records that ended by themselves.
    func observed(_ event: RecordBoard.Event) {
        switch event {
        case .committed(let writes, let outcome): committed(writes, outcome)
        case .removed(let count): expired(count)
        }
    }

    private func committed(_ writes: [RecordWrite], _ outcome: CommitOutcome) {
        tell(.signInCommits, [("outcome", outcome == .committed ? "committed" : "overtaken")])
        guard outcome == .committed else { return }
        for write in writes {
            switch write {
            case .insert(let key, _): tell(.signInRecords, [("kind", key.kind), ("write", "insert")])
            case .replace(let key, _, _): tell(.signInRecords, [("kind", key.kind), ("write", "replace")])
            case .remove(let key, _): tell(.signInRecords, [("kind", key.kind), ("write", "remove")])
            case .require: break
            }
        }
    }

    private func expired(_ count: Int) {
        guard count > 0 else { return }
        tell(.signInRecords, [("kind", ""), ("write", "expire")], by: count)
    }

    func mailed(isTaken: Bool) { tell(.signInMails, [("result", isTaken ? "taken" : "failed")]) }

    /// Registers the values that are read on request.
    func gather(from signIn: SignIn, _ store: any TendedRecordStore) {
        registry.gather(.signInWritable) { [MetricSample(store.isHealthy ? 1 : 0)] }
        registry.gather(.signInAlarms) {
            var count = 0
            do {
                try await signIn.forEachTenant { tenant in
                    if try await signIn.guessAlarm(of: tenant.tenant).demandsWork { count += 1 }
                }
            } catch {
                return []
            }
            return [MetricSample(Double(count))]
        }
    }

    private func tell(_ family: MetricFamily, _ labels: [(String, String)], by count: Int = 1) {
        Counter(label: family.name, dimensions: labels, factory: registry).increment(by: count)
    }
}

/// Counts mails by their outcome.
struct MeasuredMailSender: MailSender {
    let sender: any MailSender
    let metrics: ServerMetrics

    func send(_ mail: Mail) async throws(MailFault) {
        do {
            try await sender.send(mail)
            metrics.mailed(isTaken: true)
        } catch {
            metrics.mailed(isTaken: false)
            throw error
        }
    }
}
