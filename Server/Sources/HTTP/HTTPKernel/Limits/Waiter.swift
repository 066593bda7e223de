package import ChaveBase
import Hashing

/// The address and token that the limits count when there is no API key: sign-in's devices, and browsers.
///
/// Neither value is proven. A client that makes up tokens still gets no more than its address has.
package struct Waiter: Hashable, Sendable {
    package let address: IPAddress?
    /// The digest of a device's token, or of all cookies of a browser for this host; the value itself is not stored.
    package let token: Digest?

    package init(address: IPAddress?, token: String?) {
        self.address = address?.subscriber
        self.token = token.map { Digest(ofText: $0) }
    }

    package init(_ request: ServerRequest) {
        self.init(address: request.client, token: request.header("authorization") ?? request.list("cookie"))
    }
}
