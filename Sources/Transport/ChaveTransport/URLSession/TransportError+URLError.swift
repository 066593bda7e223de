import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension TransportError {
    /// Creates the error for a failed task of a session.
    ///
    /// `sentBytes` counts the request's body; `hasResponse` says that the head of a response had arrived.
    init(_ error: (any Error)?, sentBytes: Int64, hasResponse: Bool) {
        let code = (error as? URLError)?.code ?? .unknown
        let isBeforeSending = Self.beforeSending.contains(code)
        self.init(
            Self.kind(of: code),
            // On Linux a remembered "connection refused" of the first of two addresses can label a later failure. The
            // label alone therefore does not prove that nothing was sent.
            mayHaveReachedServer: !isBeforeSending || sentBytes > 0 || hasResponse,
            platformCode: code.rawValue
        )
    }

    private static let beforeSending: Set<URLError.Code> = [
        .badURL, .unsupportedURL, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet,
        .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
        .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
        .dataNotAllowed, .internationalRoamingOff, .callIsActive,
    ]

    private static func kind(of code: URLError.Code) -> Kind {
        switch code {
        case .cancelled: .cancelled
        case .timedOut: .timedOut
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired:
            .tls
        case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet,
            .networkConnectionLost, .dataNotAllowed, .internationalRoamingOff, .callIsActive, .badServerResponse,
            .cannotLoadFromNetwork, .cannotParseResponse, .unknown:
            .notConnected
        case .badURL, .unsupportedURL: .other
        default: .other
        }
    }
}
