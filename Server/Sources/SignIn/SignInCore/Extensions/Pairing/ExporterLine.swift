import ChaveBase

/// The first device as it is recorded at this moment: its user, its credential, and those above it in its chain.
struct ExporterLine: Sendable {
    /// Five device certificates at most: the path length of the deepest one lets none stand below it.
    static let deepest: Int64 = 4

    let tenant: TenantID
    let user: Loaded<User>?
    /// The exporter's own first.
    let credentials: [Loaded<RecordedCredential>]
    let isWhole: Bool

    /// Why it may speak for its user no more; `nil` while it may.
    var ending: CredentialState? {
        switch user?.record.status {
        case .suspended?: return .userSuspended
        case .deleted?, nil: return .userDeleted
        case .active?: break
        }
        let areGood = credentials.allSatisfy { $0.record.status == .active && $0.record.user == user?.record.id }
        return isWhole && areGood ? nil : .deviceDeleted
    }

    var depth: Int64 { credentials.first?.record.depth ?? ExporterLine.deepest }

    var mayHaveChildren: Bool { depth < ExporterLine.deepest }

    var certificates: ParentCertificates {
        ParentCertificates(tenant: tenant, chain: credentials.first?.record.chain ?? [])
    }

    /// The same, for a commit that records another credential below: whoever is about to revoke or suspend decides anew.
    func touch(in change: inout RecordChange) {
        if let user { change.touch(user) }
        if let exporter = credentials.first { change.touch(exporter) }
        for credential in credentials.dropFirst() { change.require(credential) }
    }

    /// Makes a commit fail when any of them was changed since it was read: suspended, revoked, renewed.
    func require(in change: inout RecordChange) {
        if let user { change.require(user) }
        for credential in credentials { change.require(credential) }
    }
}

extension SignIn {
    func exporterLine(_ credential: String, user: String, of tenant: TenantID) async throws(SignInFault) -> ExporterLine
    {
        let user = try await records.find(User.self, user, of: tenant)
        var line: [Loaded<RecordedCredential>] = []
        var next: String? = credential
        // As many as stand above it: a renewed credential stands under the root, whoever let it in.
        while let id = next, line.count <= min(line.first?.record.depth ?? 0, ExporterLine.deepest) {
            guard let found = try await records.find(RecordedCredential.self, id, of: tenant) else { break }
            line.append(found)
            next = found.record.parent
        }
        let isWhole = line.first.map { Int64(line.count) == $0.record.depth + 1 } ?? false
        return ExporterLine(tenant: tenant, user: user, credentials: line, isWhole: isWhole)
    }
}
