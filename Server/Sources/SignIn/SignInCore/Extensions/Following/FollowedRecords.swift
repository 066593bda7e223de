/// The kinds of records that somebody waits for: what other nodes have to be told of.
package enum FollowedRecords {
    package static let kinds: Set<String> = [
        ExtensionSession.kind, User.kind, RecordedCredential.kind, BrowserRequest.kind,
    ]
}
