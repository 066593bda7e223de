import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Webhooks

extension AttemptFailure {
    /// Maps an error of the HTTP client to the failure that the attempt shows.
    init(_ error: any Error) {
        switch error {
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: self = .tlsFailed
        case is NIOConnectionError, is IOError, is ChannelError, is SocketAddressError: self = .unreachable
        case let error as HTTPClientError: self = AttemptFailure.ofClient(error)
        case is CancellationError: self = .timeout
        default: self = .protocolViolated
        }
    }

    private static func ofClient(_ error: HTTPClientError) -> AttemptFailure {
        switch error {
        case .connectTimeout, .remoteConnectionClosed: .unreachable
        case .readTimeout, .writeTimeout, .deadlineExceeded, .cancelled, .getConnectionFromPoolTimeout: .timeout
        case .tlsHandshakeTimeout: .tlsFailed
        default: .protocolViolated
        }
    }
}
