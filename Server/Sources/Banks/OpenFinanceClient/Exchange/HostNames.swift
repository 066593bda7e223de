/// Resolves the names of banks and of the directory to addresses outside of this machine and its network.
package protocol HostNames: Sendable {
    /// The addresses of a name, at least one, in the order of preference.
    ///
    /// - Throws: `.unreachable` for a name without an address, `.forbiddenAddress` for one of which an address is this
    ///   machine's or in a private network.
    func addresses(of host: String, port: Int) async throws(WireFault) -> [String]

    func close() async
}
