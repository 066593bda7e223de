/// What a session keeps of a request while it is under way.
struct ActivationRun {
    /// The same for each call about the request.
    let key: String
    /// Who waits for the end.
    let ends: AsyncStream<TokenActivationEnd>.Continuation
    /// What the holder was shown.
    var preview: TokenActivationPreview?
    /// Cancelled when the request ends.
    var tasks: [Task<Void, Never>] = []
    /// Tells the backend that the holder said no; not cancelled.
    var report: Task<Void, Never>?
}
