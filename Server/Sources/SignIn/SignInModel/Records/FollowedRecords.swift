/// The kinds of records that callers wait for: nodes tell each other only of changes to these kinds.
package enum FollowedRecords {
    package static let kinds: Set<String> = [
        ExtensionSession.kind, User.kind, RecordedCredential.kind, BrowserRequest.kind,
    ]
}
