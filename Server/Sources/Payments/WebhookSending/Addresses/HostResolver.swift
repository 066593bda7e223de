package import ChavePixModel

/// Leads a host's name to its addresses, once for each attempt.
package protocol HostResolver: Sendable {
    /// Empty when the name leads nowhere; returns early, empty, when the task is cancelled.
    ///
    /// `organisation` asks: what its names take of the resolver is its own.
    func addresses(of host: String, port: Int, for organisation: OrganisationID) async -> [ResolvedAddress]
}
