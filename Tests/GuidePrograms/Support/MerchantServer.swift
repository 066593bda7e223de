import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Stands for the merchant's own server: makes the API calls of the guides in which the SDK makes none.
///
/// With API keys where the environment has them, else with the access token and a device value of its own.
public enum MerchantServer {
    public struct Failure: Error, CustomStringConvertible {
        public var description: String
        public init(description: String) { self.description = description }
    }

    /// One call; the JSON of its answer, `nil` when that has no body.
    public static func call(_ method: String, _ path: String, _ body: [String: Any]? = nil) throws -> [String: Any]? {
        guard let url = URL(string: Settings.baseURL + "/payments/br" + path) else { throw Failure(description: path) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        for (name, value) in credentials { request.setValue(value, forHTTPHeaderField: name) }
        if let body {
            request.httpBody = try JSONSerialization.data(withJSONObject: body)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.setValue(UUID().uuidString, forHTTPHeaderField: "Idempotency-Key")
        }
        let (status, data) = try send(request)
        if status == 404, path.hasSuffix("/fido-registration-options/") { return nil }
        guard (200..<300).contains(status) else {
            throw Failure(description: "\(method) \(path): \(status) \(String(decoding: data, as: UTF8.self))")
        }
        return data.isEmpty ? nil : try JSONSerialization.jsonObject(with: data) as? [String: Any]
    }

    /// Asks every two seconds, for two minutes.
    public static func poll(_ path: String, until isDone: ([String: Any]) -> Bool) throws -> [String: Any] {
        for _ in 0..<60 {
            if let answer = try call("GET", path), isDone(answer) { return answer }
            Thread.sleep(forTimeInterval: 2)
        }
        throw Failure(description: "\(path): no answer within two minutes")
    }

    private static let device: String = {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }()

    private static var credentials: [(String, String)] {
        if let id = Settings.secretID, let password = Settings.secretPassword {
            return [("Authorization", "Basic \(Data("\(id):\(password)".utf8).base64EncodedString())")]
        }
        return [("Authorization", "Bearer \(Settings.accessToken)"), ("Chave-Device", device)]
    }

    private static func send(_ request: URLRequest) throws -> (Int, Data) {
        let done = DispatchSemaphore(value: 0)
        let box = Box()
        URLSession.shared.dataTask(with: request) { data, response, error in
            box.value = (data, response, error)
            done.signal()
        }.resume()
        done.wait()
        guard let (data, response, error) = box.value, error == nil, let response = response as? HTTPURLResponse else {
            throw Failure(description: "no answer")
        }
        return (response.statusCode, data ?? Data())
    }

    private final class Box: @unchecked Sendable {
        // Unchecked: written before the semaphore is signalled, read after it was waited for.
        var value: (Data?, URLResponse?, (any Error)?)?
    }
}
