import PostgresClientLibrary

/// Owns one libpq connection and the handle that cancels its request.
///
/// One thread at a time uses it.
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

    /// Copies the data for cancelling, so that the handle can outlive the connection.
    ///
    /// Call it after the connection is made.
    func prepareCancelling() { cancelHandle = PQgetCancel(handle) }

    /// Returns the handle that cancels the running request, once.
    func takeCancellation() -> Cancellation? {
        defer { cancelHandle = nil }
        return cancelHandle.map(Cancellation.init)
    }
}
