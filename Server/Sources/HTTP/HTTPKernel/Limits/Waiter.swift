package import ChaveBase
import Hashing

/// Whose requests are counted together where no API key says whose they are: sign-in's devices, and browsers.
///
/// Nothing of it is proven yet. Whoever makes up tokens gets no more by it than their address has.
package struct Waiter: Hashable, Sendable {
    package let address: IPAddress?
    /// Of a device's token, or of all that a browser keeps of this host; what it is stays out of memory.
    package let token: Digest?

    package init(address: IPAddress?, token: String?) {
        self.address = address?.subscriber
        self.token = token.map { Digest(ofText: $0) }
    }

    package init(_ request: ServerRequest) {
        self.init(address: request.client, token: request.header("authorization") ?? request.list("cookie"))
    }
}
