extension GroupCommitWriter {
    /// Writes a complete copy, as of one moment, to a file that does not exist yet; returns when it is synced.
    public func copy(to target: String) async throws { try await DatabaseCopy.write(of: path, to: target) }
}
