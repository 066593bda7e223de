/// Leads a host's name to its addresses, once for each attempt.
package protocol HostResolver: Sendable {
    /// Empty when the name leads nowhere; returns early, empty, when the task is cancelled.
    func addresses(of host: String, port: Int) async -> [ResolvedAddress]
}
