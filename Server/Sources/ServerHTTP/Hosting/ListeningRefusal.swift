import Foundation
import NIOCore

/// Why the socket does not listen.
public struct ListeningRefusal: Error, CustomStringConvertible {
    public let description: String

    init(_ error: IOError, address: String, port: Int) {
        switch error.errnoCode {
        case EADDRINUSE: description = "Somebody listens on port \(port) already. Stop it, or give another --port."
        case EACCES: description = "Port \(port) is not for everybody to use. Give a --port from 1024 on."
        case EADDRNOTAVAIL: description = "\(address) is no address of this machine. Give another --bind."
        default: description = "The server cannot listen on \(address), port \(port) (error \(error.errnoCode))."
        }
    }
}
