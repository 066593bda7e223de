package import ChaveBase
package import ChavePixModel
import Synchronization

/// How many bytes of answers are in memory at once.
///
/// A client that asks and does not read keeps its answers here, so they are bounded for all, and for one address and one
/// API key to a quarter. Bytes count from the moment when they are built until the socket has them.
package final class AnswerRoom: Sendable {
    /// In whose share an answer counts.
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

        /// Nobody with nothing here is remembered.
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

    /// Takes `count` bytes more; otherwise says who fills the room, and takes nothing.
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

    /// Counts what is in memory already and has to be answered, whether there is room or not.
    package func add(_ count: Int, for client: Client) { state.withLock { $0.add(count, for: client) } }

    package func giveBack(_ count: Int, for client: Client) {
        guard count > 0 else { return }
        state.withLock { $0.add(-count, for: client) }
    }

    /// Asked before anything is done for a request.
    ///
    /// - Throws: 429 where the client's own answers fill its share, 503 where all answers fill the room.
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

    /// How much is taken now, and how many addresses and keys have some of it.
    package var taken: (bytes: Int, clients: Int) { state.withLock { ($0.taken, $0.byAddress.count + $0.byKey.count) } }
}

/// The bytes of one answer, which go back to the room when nobody holds the answer any more.
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

    /// From now on the answer counts in the share of that key too.
    package func count(for key: APIKeyID) throws(APIFailure) {
        let client = state.withLock { state in
            precondition(state.bytes == 0, "who asks is known before anything is built")
            state.client.key = key
            return state.client
        }
        try room.requireRoom(for: client)
    }

    /// Before `count` bytes more of the answer are kept.
    ///
    /// - Throws: 429 or 503 with a way out, where there is no room.
    package func take(_ count: Int) throws(APIFailure) {
        let crowd = state.withLock { state -> AnswerRoom.Crowd? in
            let crowd = room.take(count, for: state.client)
            if crowd == nil { state.bytes += count }
            return crowd
        }
        if let crowd { throw AnswerRoom.failure(crowd) }
    }

    /// The answer is whole and has so many bytes.
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
