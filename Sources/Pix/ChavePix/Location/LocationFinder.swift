/// Looks for the place when the person allows it, and records the results.
@MainActor final class LocationFinder {
    private let system: any LocationSystem
    private let board: LocationBoard
    private let sleep: @Sendable (_ milliseconds: Int64) async throws -> Void
    private var asking: Promise<Bool>?
    /// Whether the app asked the system in this run and the person has not decided since; a late approval counts too.
    private var isAsked = false

    /// The time for the person's answer, two minutes: the system does not tell when it shows no question.
    static let patienceMilliseconds: Int64 = 120_000

    init(
        system: any LocationSystem,
        board: LocationBoard,
        sleep: @escaping @Sendable (_ milliseconds: Int64) async throws -> Void
    ) {
        self.system = system
        self.board = board
        self.sleep = sleep
    }

    /// Whether the app may use the place: at once after an earlier decision, else when the person decides.
    ///
    /// Concurrent callers share one question. The result is false when the app states no purpose, or when the caller's
    /// task is cancelled. It is also false when the person has not decided within two minutes; then the next call asks
    /// again.
    func requestPermission() async -> Bool {
        switch system.permission {
        case .allowed:
            board.allow()
            locate()
            return true
        case .refused:
            board.refuse()
            return false
        case .undecided:
            board.refuse()
            guard system.hasPurpose else { return false }
            let answer = asking ?? Promise<Bool>()
            if asking == nil {
                asking = answer
                isAsked = true
                system.ask()
            }
            let isAllowed = await inTime(answer)
            if isAllowed == nil, !Task.isCancelled, asking === answer { giveUp() }
            return isAllowed ?? false
        }
    }

    /// The answer; `nil` when the time is up or the task is cancelled.
    private func inTime(_ answer: Promise<Bool>) async -> Bool? {
        await withTaskGroup(of: Bool?.self) { [sleep] group in
            group.addTask { await answer.value() }
            group.addTask {
                try? await sleep(LocationFinder.patienceMilliseconds)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    /// Handles a changed permission; the system also calls it when nothing is decided yet, or no longer.
    func permissionChanged() {
        switch system.permission {
        case .undecided:
            board.refuse()  // A one-time permission has lapsed.
        case .allowed:
            // The person allowed it in the settings, without our question: the search begins when the app asks for it.
            guard isAsked || board.isAllowed else { return }
            board.allow()
            locate()
            decided(true)
        case .refused:
            board.refuse()
            decided(false)
        }
    }

    /// Looks for the place once; does nothing when a search is in progress or not allowed.
    func locate() {
        guard system.permission == .allowed, board.begin() else { return }
        system.locate()
    }

    func located(_ reading: LocationReading) { board.end(reading) }
    func failed() { board.end(nil) }

    private func decided(_ isAllowed: Bool) {
        isAsked = false
        asking?.keep(isAllowed)
        asking = nil
    }

    /// Ends all waits for this question; a later answer of the person still counts.
    private func giveUp() {
        asking?.keep(false)
        asking = nil
    }
}

/// The system's location, as a thin layer.
@MainActor protocol LocationSystem: Sendable {
    var permission: LocationPermission { get }
    /// Whether the app states its purpose; without one, the system asks nobody and sends no answer.
    var hasPurpose: Bool { get }
    /// Asks the person; `LocationFinder.permissionChanged` receives the answer.
    func ask()
    /// Looks for the place once; `LocationFinder.located` or `failed` receives the result.
    func locate()
}

/// The person's decision about their place.
enum LocationPermission: Hashable, Sendable {
    case undecided, allowed, refused
}
