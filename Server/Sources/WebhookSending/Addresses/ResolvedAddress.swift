package import NIOCore

/// An address that a host name led to, and the only one that is dialled for it.
package struct ResolvedAddress: Hashable, Sendable {
    package let socketAddress: SocketAddress

    package init(_ socketAddress: SocketAddress) { self.socketAddress = socketAddress }
}
