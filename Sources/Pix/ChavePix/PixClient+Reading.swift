import ChaveBase
import ChavePixModel
import ChaveTransport
import ChaveWire

extension PixClient {
    /// Reads, with retries.
    func get(_ call: APICall) async throws(PixError) -> HTTPResponse {
        try await get(call, retries: configuration.retries)
    }

    /// Reads once, without retries: a wait asks again by itself.
    func ask(_ call: APICall) async throws(PixError) -> HTTPResponse { try await get(call, retries: .none) }

    /// One question of a wait for the end of an operation, which has ended when `isEnd` accepts the resource.
    func follow<Resource: APIMessage>(
        _ path: String,
        _ turn: Waiter.Turn,
        until isEnd: (Resource) -> Bool
    ) async throws(PixError) -> Waiter.Answer<Resource> {
        let response = try await ask(.get(path, turn))
        let told = Waiter.Told(response)
        guard !response.isNotModified else { return .notYet(told) }
        let read = try decode(Resource.self, response)
        return isEnd(read) ? .arrived(read) : .notYet(told)
    }

    private func get(_ call: APICall, retries: RetryPolicy) async throws(PixError) -> HTTPResponse {
        switch try await connection.send(call, retries: retries).result {
        case .success(let response) where response.isSuccess: return response
        case .success(let response) where response.isNotModified && call.knownTag != nil: return response
        case .success(let response): throw PixError(answer: response, now: configuration.clock.now())
        case .failure(let error): throw PixError(transport: error)
        }
    }

    func decode<Message: APIMessage>(_ type: Message.Type, _ response: HTTPResponse) throws(PixError) -> Message {
        let name = Message.schema.name
        let json: JSONValue
        do {
            json = try JSONValue(parsing: response.body, limits: .list)
        } catch {
            throw PixError.unreadable(name, cause: error)
        }
        do {
            return try Message(json: json)
        } catch {
            throw PixError.unreadable(name, cause: error)
        }
    }

    /// All pages of a list, read with the server's own links.
    func all<Resource: APIMessage>(
        _ type: Resource.Type,
        _ path: String,
        query: [(name: String, value: String)]
    ) async throws(PixError) -> [Resource] {
        var resources: [Resource] = []
        var query = query
        var seen: Set<String> = []
        while true {
            let page = try decode(ResourceList<Resource>.self, try await get(.get(path, query: query)))
            resources += page.results
            guard let next = page.next else { return resources }
            // The client uses only the link's query, so that a server cannot send the token elsewhere.
            guard seen.insert(next).inserted, seen.count < 10_000, let items = PixClient.query(of: next) else {
                throw PixError.unreadable("link to the next page")
            }
            query = items
        }
    }

    private static func query(of link: String) -> [(name: String, value: String)]? {
        guard let mark = link.firstIndex(of: "?") else { return nil }
        let text = link[link.index(after: mark)...].prefix { $0 != "#" }
        var items: [(name: String, value: String)] = []
        for part in text.split(separator: "&") {
            let name = part.prefix { $0 != "=" }
            guard let decoded = PercentEncoding.decode(name, plusIsSpace: true),
                let value = PercentEncoding.decode(part.dropFirst(name.count + 1), plusIsSpace: true)
            else { return nil }
            items.append((decoded, value))
        }
        return items
    }
}

extension HTTPResponse {
    /// Whether the known version is still current (RFC 9110, section 15.4.5).
    fileprivate var isNotModified: Bool { status == 304 }
}

extension Waiter.Told {
    private static let longestTag = 256

    fileprivate init(_ response: HTTPResponse) {
        self.init(
            tag: response.headers["ETag"].flatMap { $0.utf8.count <= Waiter.Told.longestTag ? $0 : nil },
            isHolding: response.headers["Preference-Applied"] != nil
        )
    }
}
