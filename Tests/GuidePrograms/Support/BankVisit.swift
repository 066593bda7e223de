import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The person at the bank's page: fetches it, fills its forms and presses its buttons like a browser would.
public final class BankVisit: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
    // Unchecked: one visit runs on one thread; the session's callbacks only touch what is handed to them.
    private let callbackURL: String
    private let cpf: String
    private let password: String
    private var cookies: [String: String] = [:]
    private lazy var session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)

    public init(callbackURL: String, cpf: String, password: String) {
        self.callbackURL = callbackURL
        self.cpf = cpf
        self.password = password
    }

    /// Approves, on a thread of its own, and hands over the URL that the bank called; `nil` when it never did.
    public static func approve(_ url: URL, whenDone: @escaping @Sendable (URL?) -> Void) {
        let visit = BankVisit(callbackURL: Settings.callbackURL, cpf: Settings.cpf, password: Settings.bankPassword)
        Thread.detachNewThread { whenDone(visit.approve(url)) }
    }

    /// Follows pages until the bank sends the person back.
    public func approve(_ url: URL) -> URL? {
        var request = URLRequest(url: url)
        for _ in 0..<12 {
            guard let (body, response) = load(request) else { return nil }
            if let location = response.value(forHTTPHeaderField: "Location"), (300..<400).contains(response.statusCode)
            {
                if location.hasPrefix(callbackURL) { return URL(string: location) }
                guard let next = URL(string: location, relativeTo: request.url) else { return nil }
                request = URLRequest(url: next)
                continue
            }
            guard let page = request.url, let form = HTMLForm.best(in: body),
                let next = form.filled(cpf: cpf, password: password, on: page)
            else { return nil }
            request = next
        }
        return nil
    }

    private func load(_ request: URLRequest) -> (String, HTTPURLResponse)? {
        var request = request
        request.httpShouldHandleCookies = false
        if !cookies.isEmpty {
            let header = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
            request.setValue(header, forHTTPHeaderField: "Cookie")
        }
        let answer = Answer()
        session.dataTask(with: request) { data, response, _ in answer.give(data, response) }.resume()
        guard let (data, response) = answer.take() else { return nil }
        let fields = response.allHeaderFields.reduce(into: [String: String]()) { fields, field in
            if let name = field.key as? String, let value = field.value as? String { fields[name] = value }
        }
        if let url = request.url {
            for cookie in HTTPCookie.cookies(withResponseHeaderFields: fields, for: url) {
                cookies[cookie.name] = cookie.value
            }
        }
        return (String(decoding: data, as: UTF8.self), response)
    }

    public func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        // The last redirect leads to the app, not to a server.
        completionHandler(nil)
    }

    private final class Answer: @unchecked Sendable {
        // Unchecked: written before the semaphore is signalled, read after it was waited for.
        private var value: (Data, HTTPURLResponse)?
        private let done = DispatchSemaphore(value: 0)

        func give(_ data: Data?, _ response: URLResponse?) {
            if let response = response as? HTTPURLResponse { value = (data ?? Data(), response) }
            done.signal()
        }

        func take() -> (Data, HTTPURLResponse)? {
            done.wait()
            return value
        }
    }
}
