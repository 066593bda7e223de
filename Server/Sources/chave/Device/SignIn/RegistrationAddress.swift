import ChaveTransport
import Foundation

/// The link that registers a device: as the mail contains it, or as the browser was redirected.
enum RegistrationAddress {
    /// The link for the SDK, with `register` in its path.
    ///
    /// The mail's own link ends with `bind`. It is opened as a browser would, and its redirect is used; opening it
    /// changes nothing at the server.
    static func resolved(_ text: String, transport: any HTTPTransport = URLSessionTransport()) async throws -> URL {
        guard let url = URL(string: text), let parts = URLComponents(string: text), parts.host != nil else {
            throw CommandFailure("--register takes the whole link of the mail, from https:// to its end.")
        }
        guard parts.path.split(separator: "/").last == "bind" else { return url }
        guard let origin = originText(parts), (try? BaseURL(origin)) != nil else {
            throw CommandFailure("The mail's link must be https, or http on this machine.")
        }
        let response: HTTPResponse
        do {
            response = try await transport.send(HTTPRequest(method: .get, url: text))
        } catch {
            throw CommandFailure("No server answers at \(origin), where the mail's link leads.")
        }
        guard (300..<400).contains(response.status), let target = response.headers["Location"].flatMap(URL.init) else {
            throw CommandFailure("The link is wrong, used or too old; ask for a new one.")
        }
        return target
    }

    private static func originText(_ parts: URLComponents) -> String? {
        guard let scheme = parts.scheme, let host = parts.host else { return nil }
        return "\(scheme)://\(host)\(parts.port.map { ":\($0)" } ?? "")"
    }
}
