/// The answer to a browser.
public struct PageResponse: Hashable, Sendable {
    public struct Header: Hashable, Sendable {
        public var name: String
        public var value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    public var status: Int
    /// The headers in order; only `Set-Cookie` may occur more than once.
    public var headers: [Header]
    public var body: [UInt8]

    public init(status: Int, headers: [Header] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of the first header with that name, in any case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// Pages that belong together, independent of the server that serves them.
public protocol PageSite: Sendable {
    func respond(to request: PageRequest) async -> PageResponse
}
