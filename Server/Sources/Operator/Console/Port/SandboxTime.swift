/// The clock that deadlines read, which a sandbox may put forward.
public protocol SandboxTime: Sendable {
    /// The clock's lead over the real clock.
    var aheadSeconds: Int64 { get }
    /// Puts the clock forward, for banks and platform at once; the change is stored when the call returns.
    func jump(seconds: Int64) async throws(ConsoleFailure)
}
