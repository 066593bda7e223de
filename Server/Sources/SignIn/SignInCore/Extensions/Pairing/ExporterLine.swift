import ChaveBase
import SignInModel

/// The first device's present records: its user, its credential, and the credentials above it in its chain.
struct ExporterLine: Sendable {
    /// The greatest depth: a chain has five device certificates at most, and the deepest one allows none below it.
    static let deepest: Int64 = 4

    let tenant: TenantID
    let user: Loaded<User>?
    /// The exporter's own credential comes first.
    let credentials: [Loaded<RecordedCredential>]
    let isWhole: Bool

    /// The reason why the device may no longer act for its user; `nil` while it may.
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

    /// Demands unchanged records and touches them, for a commit that records another credential below.
    ///
    /// A concurrent revocation or suspension then decides again.
    func touch(in change: inout RecordChange) {
        if let user { change.touch(user) }
        if let exporter = credentials.first { change.touch(exporter) }
        for credential in credentials.dropFirst() { change.require(credential) }
    }

    /// Makes a commit fail when a record was suspended, revoked or renewed since it was read.
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
        // The depth limits the line: a renewed credential is directly under the root, whichever device let it in.
        while let id = next, line.count <= min(line.first?.record.depth ?? 0, ExporterLine.deepest) {
            guard let found = try await records.find(RecordedCredential.self, id, of: tenant) else { break }
            line.append(found)
            next = found.record.parent
        }
        let isWhole = line.first.map { Int64(line.count) == $0.record.depth + 1 } ?? false
        return ExporterLine(tenant: tenant, user: user, credentials: line, isWhole: isWhole)
    }
}
