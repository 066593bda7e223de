import ChaveBase
import Foundation
import NIOCore

/// The reason why a socket does not listen.
public struct ListeningRefusal: Error, CustomStringConvertible {
    public let description: String

    /// The socket, which decides the setting to change.
    package enum Place {
        case api, metrics
        /// A port that a directory or a bank has by its folder.
        case participant
    }

    /// Makes a refusal of the API's socket; `number` is the system's error.
    public init(errno number: Int32, address: String, port: Int) {
        self.init(errno: number, .api, address: address, port: port)
    }

    init(errno number: Int32, _ place: Place, address: String, port: Int) {
        let (otherPort, otherAddress) =
            switch place {
            case .api: ("--port", "--bind")
            case .metrics: ("--metrics-bind", "--metrics-bind")
            case .participant: ("--port when the participant is made (chave directory)", "address")
            }
        switch number {
        case EADDRINUSE:
            description = "Somebody listens on port \(port) already. Stop it, or give another \(otherPort)."
        case EACCES:
            description = "Port \(port) is not for everybody to use. Give a \(otherPort) from 1024 on."
        case EADDRNOTAVAIL:
            description = "\(address) is no address of this machine. Give another \(otherAddress)."
        default:
            description = "The server cannot listen on \(address), port \(port), of \(otherPort) (error \(number))."
        }
    }

    /// Makes a refusal from `error`; `nil` when the error is not about listening.
    package init?(_ error: any Error, _ place: Place, address: String, port: Int) {
        switch error {
        case let error as IOError: self.init(errno: error.errnoCode, place, address: address, port: port)
        case is SocketAddressError, is SocketAddressError.UnknownHost:
            let flag = place == .metrics ? "--metrics-bind" : "--bind"
            self.init(description: "\(address) is no address. Give another \(flag).")
        default: return nil
        }
    }

    private init(description: String) { self.description = description }
}
