import PostgresClientLibrary

/// Owns one connection of libpq's and the handle that cancels what it runs.
///
/// Used by one thread at a time.
final class LibraryConnection {
    let handle: OpaquePointer
    private var cancelHandle: OpaquePointer?

    /// Takes over `handle`.
    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit {
        if let cancelHandle { PQfreeCancel(cancelHandle) }
        PQfinish(handle)
    }

    var socket: Int32 { PQsocket(handle) }
    var isBroken: Bool { PQstatus(handle) != CONNECTION_OK || socket < 0 }
    var isIdle: Bool { PQtransactionStatus(handle) == PQTRANS_IDLE }

    /// After the connection stands: what cancelling needs is copied, so that it can outlive the connection.
    func prepareCancelling() { cancelHandle = PQgetCancel(handle) }

    /// The way to cancel what runs, once.
    func takeCancellation() -> Cancellation? {
        defer { cancelHandle = nil }
        return cancelHandle.map(Cancellation.init)
    }
}
