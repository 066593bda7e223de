package import ChaveBase
package import ChavePixModel
import Synchronization

/// Bounds how many bytes of answers are in memory at once.
///
/// The answers of a client that does not read stay in memory. All answers together are bounded. One address may have a
/// quarter of the room, and so may one API key. Bytes count from the moment when they are built until the socket has
/// them.
package final class AnswerRoom: Sendable {
    /// The address and the API key whose shares an answer counts against.
    package struct Client: Hashable, Sendable {
        package var address: IPAddress?
        package var key: APIKeyID?

        package init(address: IPAddress?, key: APIKeyID? = nil) {
            self.address = address?.subscriber
            self.key = key
        }
    }

    /// Why there is no room.
    package enum Crowd: Hashable, Sendable {
        /// The client's own answers fill its share.
        case client
        /// All answers together fill the room.
        case everybody
    }

    private struct State {
        var taken = 0
        var byAddress: [IPAddress: Int] = [:]
        var byKey: [APIKeyID: Int] = [:]

        func taken(by client: Client) -> Int {
            max(client.address.map { byAddress[$0, default: 0] } ?? 0, client.key.map { byKey[$0, default: 0] } ?? 0)
        }

        mutating func add(_ count: Int, for client: Client) {
            taken += count
            if let address = client.address { State.add(count, to: &byAddress, address) }
            if let key = client.key { State.add(count, to: &byKey, key) }
        }

        /// A count that falls to zero is removed.
        private static func add<Key>(_ count: Int, to counts: inout [Key: Int], _ key: Key) {
            let own = counts[key, default: 0] + count
            counts[key] = own > 0 ? own : nil
        }
    }

    private let bytes: Int
    private let state = Mutex(State())
    private let onRefusal: @Sendable () -> Void

    package init(bytes: Int, onRefusal: @escaping @Sendable () -> Void = {}) {
        self.bytes = bytes
        self.onRefusal = onRefusal
    }

    /// The share of one client.
    package var share: Int { bytes / 4 }

    /// Takes `count` bytes more; when there is no room, takes nothing and returns who fills it.
    package func take(_ count: Int, for client: Client) -> Crowd? {
        let crowd: Crowd? = state.withLock { state in
            if state.taken(by: client) + count > share { return .client }
            if state.taken + count > bytes { return .everybody }
            state.add(count, for: client)
            return nil
        }
        if crowd != nil { onRefusal() }
        return crowd
    }

    /// Counts bytes that are already in memory and must go out, even when there is no room.
    package func add(_ count: Int, for client: Client) { state.withLock { $0.add(count, for: client) } }

    package func giveBack(_ count: Int, for client: Client) {
        guard count > 0 else { return }
        state.withLock { $0.add(-count, for: client) }
    }

    /// Refuses a request that finds no room, before any work on it.
    ///
    /// - Throws: 429 when the client's own answers fill its share, 503 when all answers fill the room.
    package func requireRoom(for client: Client) throws(APIFailure) {
        guard let crowd = take(0, for: client) else { return }
        throw AnswerRoom.failure(crowd)
    }

    package static func failure(_ crowd: Crowd) -> APIFailure {
        switch crowd {
        case .client: .answersUnread
        case .everybody: .busy
        }
    }

    /// The number of bytes taken now, and how many addresses and keys have some of them.
    package var taken: (bytes: Int, clients: Int) { state.withLock { ($0.taken, $0.byAddress.count + $0.byKey.count) } }
}

/// The bytes of one answer, which return to the room when no code holds the answer any more.
public final class AnswerLease: Sendable {
    private struct State {
        var client: AnswerRoom.Client
        var bytes = 0
    }

    private let room: AnswerRoom
    private let state: Mutex<State>

    package init(in room: AnswerRoom, for client: AnswerRoom.Client) {
        self.room = room
        state = Mutex(State(client: client))
    }

    deinit {
        let (bytes, client) = state.withLock { ($0.bytes, $0.client) }
        room.giveBack(bytes, for: client)
    }

    /// Also counts the answer against the share of `key`; the call comes before the first ``take(_:)``.
    package func count(for key: APIKeyID) throws(APIFailure) {
        let client = state.withLock { state in
            precondition(state.bytes == 0, "who asks is known before anything is built")
            state.client.key = key
            return state.client
        }
        try room.requireRoom(for: client)
    }

    /// Counts `count` bytes more, before the caller stores them.
    ///
    /// - Throws: 429 or 503 with a way out, when there is no room.
    package func take(_ count: Int) throws(APIFailure) {
        let crowd = state.withLock { state -> AnswerRoom.Crowd? in
            let crowd = room.take(count, for: state.client)
            if crowd == nil { state.bytes += count }
            return crowd
        }
        if let crowd { throw AnswerRoom.failure(crowd) }
    }

    /// Sets the final number of bytes, once the answer is complete.
    package func settle(at count: Int) {
        state.withLock { state in
            room.add(count - state.bytes, for: state.client)
            state.bytes = count
        }
    }
}

extension APIFailure {
    package static let answersUnread = APIFailure(
        status: 429,
        items: [
            .init(
                code: .rateLimited,
                message: "Your answers fill the memory that one client has. Read them, or ask for smaller pages with "
                    + "page_size, and try again in a moment."
            )
        ],
        retryAfterSeconds: 1
    )
}
