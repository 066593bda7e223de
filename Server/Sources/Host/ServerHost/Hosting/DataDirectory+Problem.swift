import ChaveBase

extension DataDirectory {
    /// Why a server would not start with what stands beside the database; works beside a running server.
    ///
    /// `parts` is what that server does: files that it would not open are not looked at. Where that is not known, each file
    /// that is there is looked at, and none is missed that only some servers need.
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
