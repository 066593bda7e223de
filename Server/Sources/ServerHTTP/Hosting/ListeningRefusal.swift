import Foundation
import NIOCore

/// Why the socket does not listen.
public struct ListeningRefusal: Error, CustomStringConvertible {
    public let description: String

    /// `number` is what the system said.
    public init(errno number: Int32, address: String, port: Int) {
        switch number {
        case EADDRINUSE: description = "Somebody listens on port \(port) already. Stop it, or give another --port."
        case EACCES: description = "Port \(port) is not for everybody to use. Give a --port from 1024 on."
        case EADDRNOTAVAIL: description = "\(address) is no address of this machine. Give another --bind."
        default: description = "The server cannot listen on \(address), port \(port) (error \(number))."
        }
    }

    /// `nil` when `error` has nothing to do with listening.
    init?(_ error: any Error, address: String, port: Int) {
        switch error {
        case let error as IOError: self.init(errno: error.errnoCode, address: address, port: port)
        case is SocketAddressError, is SocketAddressError.UnknownHost:
            self.init(description: "\(address) is no address. Give another --bind.")
        default: return nil
        }
    }

    private init(description: String) { self.description = description }
}
