public import ChaveBase
import Hashing

extension TokenActivations {
    func newNotice(of activation: Activation) -> PendingNotice {
        let now = world.deadlineNow()
        return PendingNotice(activation: activation.id, version: 1, createdAt: now, dueAt: now)
    }

    /// Sends a notice that is due, unless another process sends it; the sweep retries failures.
    @discardableResult
    func sendNotice(ofActivation id: String) async -> Bool {
        do {
            guard let notice = try await store.notice(ofActivation: id), notice.dueAt <= world.deadlineNow(),
                let activation = try await store.activation(id)
            else { return false }
            return try await send(notice, of: activation)
        } catch {
            return false
        }
    }

    /// Stores the link's digest before it sends the mail: the link's secret is only in the mail.
    ///
    /// An interrupted try leaves its link valid, because its mail may have been sent.
    private func send(_ notice: PendingNotice, of activation: Activation) async throws -> Bool {
        let now = world.deadlineNow()
        let attempt = Attempt(byServer: .notify)
        guard now < notice.createdAt.adding(seconds: policy.linkSeconds) else {
            try await close(notice, activation, attempt, outcome: "given_up")
            return false
        }
        let secret = world.newSecret()
        var tried = notice
        tried.dueAt = now.adding(seconds: TokenActivations.pause(after: notice.version))
        var change = ActivationChange()
        change.writes = [
            .replaceNotice(tried, expected: notice.version),
            .insertLink(
                SuspensionLink(
                    digest: Digest(ofText: secret),
                    activation: activation.id,
                    expiresAt: now.adding(seconds: policy.linkSeconds)
                )
            ),
        ]
        try await commit(change)
        tried.version += 1
        try await notices.send(mail(notice, of: activation, secret: secret))
        try await close(tried, activation, attempt, outcome: "ok")
        return true
    }

    private func close(
        _ notice: PendingNotice,
        _ activation: Activation,
        _ attempt: Attempt,
        outcome: String
    ) async throws {
        var change = ActivationChange()
        change.writes = [.removeNotice(activation: notice.activation, expected: notice.version)]
        change.audit = [attempt.fact(.card(activation.card), outcome, of: activation, at: world.now())]
        try await commit(change)
    }

    /// The content of the mail; the notice's `createdAt` is from the clock of deadlines, which is never behind.
    private func mail(_ notice: PendingNotice, of activation: Activation, secret: String) -> ActivationNotice {
        ActivationNotice(
            activationID: activation.id,
            holder: activation.holder,
            cardName: activation.particulars.cardName,
            lastFour: activation.particulars.lastFour,
            network: activation.token.network,
            walletName: activation.particulars.walletName,
            deviceName: activation.particulars.deviceName,
            activatedAt: min(notice.createdAt, activation.updatedAt),
            suspendAddress: "\(policy.baseURL)/issuer/suspend?token=\(secret)"
        )
    }

    /// The pause before the next try: one minute, doubled with each try, up to about an hour.
    private static func pause(after tries: Int64) -> Int64 { 60 << min(max(tries - 1, 0), 6) }
}

/// The port that sends notices to holders.
public protocol ActivationNotices: Sendable {
    /// Returns when the notice is handed over, not when it has arrived; the same notice may come again.
    func send(_ notice: ActivationNotice) async throws(ActivationNoticeFault)
}

/// The notice was not accepted; sending it again is harmless.
public struct ActivationNoticeFault: Error, Sendable {
    public let underlying: any Error

    public init(underlying: any Error) { self.underlying = underlying }
}

/// A notice that waits to be sent: a row of the outbox, written in the same commit as its activation.
public struct PendingNotice: Hashable, Sendable {
    public let activation: String
    /// The version: 1 at first, plus one with each try.
    public var version: Int64
    public let createdAt: Timestamp
    public var dueAt: Timestamp

    public init(activation: String, version: Int64, createdAt: Timestamp, dueAt: Timestamp) {
        self.activation = activation
        self.version = version
        self.createdAt = createdAt
        self.dueAt = dueAt
    }
}

/// A link with which a notice's reader suspends a token; its secret is in the mail alone.
public struct SuspensionLink: Hashable, Sendable {
    public let digest: Digest
    public let activation: String
    public let expiresAt: Timestamp

    public init(digest: Digest, activation: String, expiresAt: Timestamp) {
        self.digest = digest
        self.activation = activation
        self.expiresAt = expiresAt
    }
}
