/// The clock that deadlines read, where a sandbox may put it forward.
public protocol SandboxTime: Sendable {
    /// How far it is ahead of the real one.
    var aheadSeconds: Int64 { get }
    /// Puts it forward, for banks and platform at once; stored when it returns.
    func jump(seconds: Int64) async throws(ConsoleFailure)
}
