package import ChaveBase
package import NIOCore
import Webhooks

/// An address that a host name led to, and the only one that is dialled for it.
package struct ResolvedAddress: Hashable, Sendable {
    package let socketAddress: SocketAddress

    package init(_ socketAddress: SocketAddress) { self.socketAddress = socketAddress }

    /// `nil` for what is no internet address.
    package var ip: IPAddress? { socketAddress.ipAddress.flatMap { IPAddress($0) } }
}
