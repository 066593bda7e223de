import ChaveBase
import ChaveJOSE
import ChaveWire
import SignInModel

extension SignIn {
    private static let noticesPerRound = 64
    /// The limit per client, so that a client that answers slowly or never leaves room for the others.
    private static let noticesPerClient = 4
    private static let noticesLookedAt = 5_000

    private enum Told: Sendable {
        case taken, failed, givenUp(LogoutRound.GivenUp)
        /// Another node has the notice, or no client is left to tell.
        case nothing
    }

    /// Tells clients about ended sessions (OpenID Connect Back-Channel Logout 1.0, section 2.5), at least once each.
    ///
    /// One call is one round of the due notices; call it again and again. Several nodes may call it: a node has a lease
    /// on each notice for the time of a try.
    public func tellClients(by transport: any LogoutTransport) async throws -> LogoutRound {
        let (due, isCutShort) = try await dueNotices()
        var round = LogoutRound()
        round.isCutShort = isCutShort
        try await withThrowingTaskGroup(of: Told.self) { group in
            for notice in due { group.addTask { try await tell(notice, by: transport) } }
            for try await told in group {
                switch told {
                case .taken: round.told += 1
                case .failed: round.failed += 1
                case .givenUp(let client): round.givenUp.append(client)
                case .nothing: break
                }
            }
        }
        return round
    }

    private func dueNotices() async throws -> (due: [Loaded<LogoutNotice>], isCutShort: Bool) {
        let now = world.deadlineNow()
        var (due, counts, seen): ([Loaded<LogoutNotice>], [String: Int], Int) = ([], [:], 0)
        var last: RecordKey?
        while seen < SignIn.noticesLookedAt {
            let page = try await records.list(
                LogoutNotice.self,
                by: LogoutNotice.everyOne,
                of: nil,
                after: last,
                limit: 200
            )
            for notice in page where notice.record.dueAt <= now {
                let client = notice.record.client
                guard counts[client, default: 0] < SignIn.noticesPerClient else { continue }
                guard due.count < SignIn.noticesPerRound else { return (due, true) }
                counts[client, default: 0] += 1
                due.append(notice)
            }
            seen += page.count
            last = page.last?.record.key
            if page.count < 200 { break }
        }
        return (due, false)
    }

    private func tell(_ found: Loaded<LogoutNotice>, by transport: any LogoutTransport) async throws -> Told {
        var notice = found
        notice.record.attempts += 1
        notice.record.dueAt = world.deadlineNow().adding(seconds: LogoutNotice.leaseSeconds)
        var claim = RecordChange()
        claim.replace(notice)
        guard try await records.commit(claim) == .committed else { return .nothing }
        guard
            let client = try await records.find(OIDCClient.self, found.record.client, of: found.record.tenant)?.record,
            let address = client.backChannelLogoutURI
        else {
            try await finish(found.record, nextTry: nil)
            return .nothing
        }
        let token = try await logoutToken(found.record, for: client)
        if await transport.post(Array("logout_token=\(token)".utf8), to: address, of: client.tenant) {
            try await finish(found.record, nextTry: nil)
            return .taken
        }
        let next = notice.record.nextTry(after: world.deadlineNow())
        try await finish(found.record, nextTry: next)
        return next == nil ? .givenUp(LogoutRound.GivenUp(tenant: client.tenant, client: client.id)) : .failed
    }

    /// Stores the result of a try; a notice that another node has taken over meanwhile stays with that node.
    private func finish(_ notice: LogoutNotice, nextTry: Timestamp?) async throws {
        guard var loaded = try await records.find(LogoutNotice.self, notice.id, of: notice.tenant),
            loaded.record.attempts == notice.attempts + 1
        else { return }
        var change = RecordChange()
        if let nextTry {
            loaded.record.dueAt = nextTry
            change.replace(loaded)
        } else {
            change.remove(loaded)
        }
        _ = try await records.commit(change)
    }

    /// Makes a new token for each try (OpenID Connect Back-Channel Logout 1.0, section 2.4), without nonce, with its
    /// own type.
    private func logoutToken(_ notice: LogoutNotice, for client: OIDCClient) async throws -> String {
        let signing = try await signingKey(client.idTokenAlgorithm, of: client.tenant)
        let now = world.now().seconds
        var claims = JSONObject()
        claims.set("iss", policy.issuer(of: client.tenant))
        claims.set("sub", notice.user)
        claims.set("aud", client.id)
        claims.set("iat", now)
        claims.set("exp", now + 120)
        claims.set("jti", world.newSecret())
        claims["events"] = ["http://schemas.openid.net/event/backchannel-logout": [:]]
        claims.set("sid", notice.session)
        do {
            return try signing.key.sign(JSONValue.object(claims).encoded(), type: "logout+jwt")
        } catch {
            throw SignInFault.signing(underlying: error)
        }
    }
}
