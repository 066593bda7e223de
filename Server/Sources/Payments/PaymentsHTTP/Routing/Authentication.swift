import ChaveBase
import ChavePixModel
import HTTPKernel
import Hashing
import PaymentsCore
import PaymentsModel

/// Authenticates the caller from a request's headers (Payments API, section 2).
struct Authentication: Sendable {
    let payments: Payments

    func caller(of request: ServerRequest, for access: RouteAccess) async throws(APIFailure) -> Caller? {
        switch access {
        case .open, .openToDevice: return nil
        case .merchant:
            let caller = try await proven(request)
            guard caller.device == nil else { throw .permissionDenied }
            return caller
        case .merchantOrDevice: return try await proven(request)
        }
    }

    private func proven(_ request: ServerRequest) async throws(APIFailure) -> Caller {
        guard let header = request.header("authorization") else {
            throw APIFailure(
                status: 401,
                items: [
                    .init(
                        code: .authenticationFailed,
                        message: "Send Authorization: Basic with your API keys, or Bearer with a widget token."
                    )
                ]
            )
        }
        let parts = header.split(separator: " ", maxSplits: 1)
        switch (parts.first?.lowercased(), parts.count) {
        case ("basic", 2): return try await merchant(String(parts[1]))
        case ("bearer", 2):
            return try await payments.authenticate(
                bearer: Substring(parts[1]).trimmingSpaces(),
                device: DeviceHeader.digest(of: request)
            )
        default: throw .authenticationFailed
        }
    }

    /// The API key that a request claims, not yet verified; `nil` for a request without one or with a token.
    static func claimedKey(_ request: ServerRequest) -> String? {
        let parts = (request.header("authorization") ?? "").split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic" else { return nil }
        let bytes = Base64.decode(String(parts[1])) ?? []
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: ":") }.prefix(64), as: UTF8.self)
    }

    private func merchant(_ credentials: String) async throws(APIFailure) -> Caller {
        guard let bytes = Base64.decode(credentials), let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
            throw .authenticationFailed
        }
        return try await payments.authenticate(
            secretID: String(decoding: bytes[..<colon], as: UTF8.self),
            password: String(decoding: bytes[(colon + 1)...], as: UTF8.self)
        )
    }
}

/// `Chave-Device`: 32 bytes that the SDK made once.
enum DeviceHeader {
    static func digest(of request: ServerRequest) -> Digest? {
        guard let text = request.header("chave-device"), let bytes = try? Base64URL.decode(text), bytes.count == 32
        else {
            return nil
        }
        return Digest(of: bytes)
    }
}
