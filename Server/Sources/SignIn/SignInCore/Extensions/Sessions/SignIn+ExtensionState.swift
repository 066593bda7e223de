import ChaveBase
import Hashing
public import SignInModel

extension SignIn {
    /// The extension's state with the code to show; this call replaces a code whose time is up.
    public func extensionState(_ id: String, token: String, tenant: TenantID?) async throws -> ExtensionView {
        try await followedExtension(id, token: token, tenant: tenant).view
    }

    /// Ends the extension, unless it has already ended.
    public func cancelExtension(_ id: String, token: String, tenant: TenantID?) async throws -> ExtensionView {
        try await receive(.cancellation, id, token: token, tenant: tenant)
    }

    /// Refuses a pairing for the person at the first device, which counts; an ended pairing stays as it is.
    public func refusePairing(
        _ pairing: String,
        of id: String,
        token: String,
        tenant: TenantID?
    ) async throws -> ExtensionView {
        try await receive(.refusal(pairing: pairing), id, token: token, tenant: tenant)
    }

    private func receive(
        _ event: ExtensionEvent,
        _ id: String,
        token: String,
        tenant: TenantID?
    ) async throws -> ExtensionView {
        try await records.changing { [self] in
            let session = try await extensionSession(id, token: token, tenant: tenant)
            let now = world.deadlineNow()
            var record = session.record
            record.state = try record.state.receiving(event, at: now, policy.extensions).next
            return moved(session, to: try looked(at: record, token: token, at: now), token: token, at: now)
        }
    }

    /// The session of the token, if its id and the address's tenant match.
    func extensionSession(
        _ id: String,
        token: String,
        tenant: TenantID?
    ) async throws -> Loaded<ExtensionSession> {
        let digest = Digest(ofText: token)
        let index = ExtensionSession.index(token: digest)
        guard let found = try await records.find(ExtensionSession.self, by: index, of: nil),
            found.record.token.equalsInConstantTime(digest), found.record.id == id,
            tenant == nil || found.record.tenant == tenant
        else { throw OAuthError.unknownExtension }
        return found
    }

    func exporterLine(of session: ExtensionSession) async throws(SignInFault) -> ExporterLine {
        try await exporterLine(session.exporter, user: session.user, of: session.tenant)
    }

    /// The change that stores the next state, if it differs, and the first device's view after it.
    func moved(
        _ session: Loaded<ExtensionSession>,
        to next: ExtensionState,
        token: String,
        at now: Timestamp
    ) -> (change: RecordChange, answer: ExtensionView) {
        var change = RecordChange()
        var session = session
        let isSame = session.record.state == next
        session.record.state = next
        if !isSame { change.replace(session) }
        let version = isSame ? session.version : session.version + 1
        return (change, session.record.view(token: token, version: version, at: now, policy.extensions))
    }
}
