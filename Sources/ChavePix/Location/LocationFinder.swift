/// Asks for the place once it is allowed, and notes what comes.
@MainActor final class LocationFinder {
    private let system: any LocationSystem
    private let board: LocationBoard
    private var asking: Promise<Bool>?

    init(system: any LocationSystem, board: LocationBoard) {
        self.system = system
        self.board = board
    }

    /// Whether the place may be used: at once when the person has decided before, else when they do.
    ///
    /// Several who ask at the same time share the one question. False when the app states no purpose, and for a caller whose
    /// task is cancelled.
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
                system.ask()
            }
            return await answer.value() ?? false
        }
    }

    /// The system says so also when nothing was decided yet, or nothing any longer.
    func permissionChanged() {
        switch system.permission {
        case .undecided:
            board.refuse()  // What was allowed once has lapsed; whoever is being asked waits on.
        case .allowed:
            // Allowed in the settings, without our question: the place is looked for when the app asks for it.
            guard asking != nil || board.isAllowed else { return }
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
        asking?.keep(isAllowed)
        asking = nil
    }
}
