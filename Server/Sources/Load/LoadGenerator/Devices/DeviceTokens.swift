import Synchronization

/// The token that a device sends, and another one when the server finds it expired.
final class DeviceTokens: Sendable {
    private let merchant: MerchantCalls
    private let token: Mutex<String>

    init(_ first: String, from merchant: MerchantCalls) {
        token = Mutex(first)
        self.merchant = merchant
    }

    var current: String { token.withLock { $0 } }

    func renew() async throws {
        let fresh = try await merchant.token()
        token.withLock { $0 = fresh }
    }
}
