import ChaveBase
import ChavePixModel
import ChaveTransport
import ChaveWire
import Foundation
import ServerHost
import Synchronization

/// The calls of a merchant's own server for its app, which give it tokens.
///
/// On a terminal, the device has that role too.
struct MerchantServer: Sendable {
    let baseURL: String
    let secretID: String
    let secretPassword: String
    let beneficiary: BankAccountID?
    let transport: any HTTPTransport

    /// A widget token for a device.
    func token() async throws -> String {
        let answer = try await post("/payments/api/widget-token/", [:])
        guard let access = answer["access"]?.string else { throw CommandFailure("The server gave no token.") }
        return access
    }

    /// Whether the server takes the merchant's keys.
    func isKnown() async throws -> Bool { try await status(of: "/payments/br/institutions/?page_size=1") != 401 }

    /// The status of the answer to a GET.
    func status(of path: String) async throws -> Int { try await response("GET", path, nil).status }

    /// Sends a call to the API with the merchant's keys; a refusal is reported in the server's own words.
    func call(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        let response = try await response(method, path, body)
        let json = response.body.isEmpty ? JSONValue.null : try? JSONValue(parsing: response.body)
        guard response.isSuccess, let json else {
            guard let message = json?.array?.first?["message"]?.string else {
                throw CommandFailure.strangeAnswer(of: baseURL, status: response.status)
            }
            throw CommandFailure("The server refused it: \(message)")
        }
        return json
    }

    private func response(_ method: String, _ path: String, _ body: JSONValue?) async throws -> HTTPResponse {
        guard let method = HTTPMethod(rawValue: method) else { throw CommandFailure("\(method) is no method.") }
        let credentials = Data("\(secretID):\(secretPassword)".utf8).base64EncodedString()
        var headers: HTTPHeaders = ["Authorization": "Basic \(credentials)"]
        if body != nil { headers["Content-Type"] = "application/json" }
        let request = HTTPRequest(method: method, url: baseURL + path, headers: headers, body: body?.encoded())
        do {
            return try await transport.send(request)
        } catch {
            throw CommandFailure.noServer(at: baseURL)
        }
    }

    private func post(_ path: String, _ body: JSONValue) async throws -> JSONValue {
        let credentials = Data("\(secretID):\(secretPassword)".utf8).base64EncodedString()
        let request = HTTPRequest(
            method: .post,
            url: baseURL + path,
            headers: ["Authorization": "Basic \(credentials)", "Content-Type": "application/json"],
            body: body.encoded()
        )
        let response: HTTPResponse
        do {
            response = try await transport.send(request)
        } catch {
            throw CommandFailure.noServer(at: baseURL)
        }
        guard response.status != 401, response.status != 403 else {
            throw CommandFailure(
                "The server refused the API keys (status \(response.status)). Check --data or --secret-id."
            )
        }
        guard response.isSuccess, let json = try? JSONValue(parsing: response.body) else {
            throw CommandFailure.strangeAnswer(of: baseURL, status: response.status)
        }
        return json
    }
}

/// A source of tokens that gives a token fetched in advance, and then fetches a new one each time.
final class TokenSource: Sendable {
    private let merchant: MerchantServer
    private let first: Mutex<String?>

    init(_ merchant: MerchantServer, first: String) {
        self.merchant = merchant
        self.first = Mutex(first)
    }

    func next() async throws -> String {
        let known = first.withLock { first in
            defer { first = nil }
            return first
        }
        if let known { return known }
        return try await merchant.token()
    }
}
