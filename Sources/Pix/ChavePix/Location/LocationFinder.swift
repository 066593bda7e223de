/// Asks for the place once it is allowed, and notes what comes.
@MainActor final class LocationFinder {
    private let system: any LocationSystem
    private let board: LocationBoard
    private let sleep: @Sendable (_ milliseconds: Int64) async throws -> Void
    private var asking: Promise<Bool>?
    /// Whether the system was asked in this run of the app and nobody has decided since; a late yes counts too.
    private var isAsked = false

    /// Two minutes for the person's answer: the system does not say when it shows no question.
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

    /// Whether the place may be used: at once when the person has decided before, else when they do.
    ///
    /// Several who ask at the same time share the one question. False when the app states no purpose, for a caller whose task
    /// is cancelled, and when nobody has decided within two minutes: then the next call asks anew.
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

    /// `nil` when the time is up or the task cancelled.
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

    /// The system says so also when nothing was decided yet, or nothing any longer.
    func permissionChanged() {
        switch system.permission {
        case .undecided:
            board.refuse()  // What was allowed once has lapsed; whoever is being asked waits on.
        case .allowed:
            // Allowed in the settings, without our question: the place is looked for when the app asks for it.
            guard isAsked || board.isAllowed else { return }
            board.allow()
            locate()
            decided(true)
        case .refused:
            board.refuse()
            decided(false)
        }
    }

    /// Looks for the place once, unless it is being looked for or may not be.
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

    /// Nobody who waits for this question waits any longer; what the person may still say to it counts.
    private func giveUp() {
        asking?.keep(false)
        asking = nil
    }
}
