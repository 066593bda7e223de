import ChaveBase
import ChavePixModel
import ChaveTransport
import ChaveWire
import Foundation

/// The calls of a merchant's own server for its apps, which give them tokens.
struct MerchantCalls: Sendable {
    let target: LoadTarget
    let transport: any HTTPTransport

    /// A fresh token for a device.
    func token() async throws -> String {
        let keys = Data("\(target.secretID):\(target.secretPassword)".utf8).base64EncodedString()
        let request = HTTPRequest(
            method: .post,
            url: target.server.appending(path: "/payments/api/widget-token/"),
            headers: ["Authorization": "Basic \(keys)", "Content-Type": "application/json"],
            body: Array("{}".utf8)
        )
        let response: HTTPResponse
        do {
            response = try await transport.send(request)
        } catch {
            throw LoadFailure("No server answers at \(target.server.text) (\(error.kind.rawValue)).")
        }
        guard response.isSuccess, let token = try? JSONValue(parsing: response.body)["access"]?.string else {
            throw LoadFailure(
                "The server refused the API keys (status \(response.status)). Check --data or --secret-id."
            )
        }
        return token
    }
}
