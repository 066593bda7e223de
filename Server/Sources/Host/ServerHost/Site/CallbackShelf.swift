import ChaveBase
import ChavePixModel
import Synchronization

/// The bank's answers that wait for a terminal: few, for two minutes, in this process's memory.
final class CallbackShelf: Sendable {
    private struct Answer {
        let address: String
        /// The address of the browser that brought the answer.
        let client: IPAddress?
        let endsAt: Timestamp
    }

    /// The life of an answer, which ends when a terminal takes it.
    static let lifeSeconds: Int64 = 120
    /// The limit of answers at once; further ones can still be copied.
    static let most = 32
    /// The limit of an answer's address, in bytes.
    static let longest = 8 * 1_024

    private let answers = Mutex<[EnrollmentID: Answer]>([:])

    /// Puts an answer on the shelf, in place of an earlier one of the same enrollment; `false` when there is no room.
    func put(_ address: String, of enrollment: EnrollmentID, from client: IPAddress?, at now: Timestamp) -> Bool {
        guard address.utf8.count <= CallbackShelf.longest else { return false }
        return answers.withLock { answers in
            answers = answers.filter { now < $0.value.endsAt }
            guard answers[enrollment] != nil || answers.count < CallbackShelf.most else { return false }
            let end = now.adding(seconds: CallbackShelf.lifeSeconds)
            answers[enrollment] = Answer(address: address, client: client, endsAt: end)
            return true
        }
    }

    /// Takes an answer off the shelf; `nil` when there is none, or when its browser was on another machine.
    func take(_ enrollment: EnrollmentID, by client: IPAddress?, at now: Timestamp) -> String? {
        answers.withLock { answers in
            guard let answer = answers[enrollment], now < answer.endsAt,
                CallbackShelf.areOneMachine(answer.client, client)
            else { return nil }
            answers[enrollment] = nil
            return answer.address
        }
    }

    /// Whether two addresses are the same, or both lead to this machine.
    private static func areOneMachine(_ one: IPAddress?, _ other: IPAddress?) -> Bool {
        one == other || (one?.isLoopback == true && other?.isLoopback == true)
    }
}
