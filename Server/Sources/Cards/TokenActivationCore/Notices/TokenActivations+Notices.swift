import ChaveBase
import Hashing

extension TokenActivations {
    func newNotice(of activation: Activation) -> PendingNotice {
        let now = world.deadlineNow()
        return PendingNotice(activation: activation.id, version: 1, createdAt: now, dueAt: now)
    }

    /// Sends a notice that is due, if nobody else does; what fails is tried again by the sweep.
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

    /// The link's digest is stored before the mail goes: its secret is nowhere but in the mail.
    ///
    /// A try that broke off leaves its link good: that mail may have gone.
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

    /// The notice was written down when the token became active, by the clock of deadlines, which is never behind.
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

    /// One minute, doubled with each try, up to about an hour.
    private static func pause(after tries: Int64) -> Int64 { 60 << min(max(tries - 1, 0), 6) }
}
