import ChaveBase

extension DataDirectory {
    /// The reason why a server would not start with the files beside its database; works beside a running server.
    ///
    /// `parts` names that server's parts: files that it would not open are not checked. Without `parts` every existing
    /// file is checked, and only missing files that every server needs are reported.
    public static func problem(_ place: DataPlace, of parts: ServerParts? = nil) async throws -> String? {
        do {
            try await ServerStorage.with(place) { storage in
                try await StartExamination(storage: storage, parts: parts).run()
            }
            return nil
        } catch let problem as SecretFiles.Problem {
            return problem.description
        } catch let damaged as SandboxClock.Damaged {
            return damaged.description
        }
    }
}
