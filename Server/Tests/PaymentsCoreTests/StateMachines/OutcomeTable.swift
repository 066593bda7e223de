import Testing

/// What a state machine does with each event: a line for each state, `event→next` for each event that it takes.
///
/// What a line does not name is refused. `=` stands for no change at all, `!` after the state for an event to the merchant,
/// `!!` for that and the end of the intents that wait.
struct OutcomeTable {
    static let refused = "refused"
    let lines: [String: [String: String]]

    init(_ text: String) {
        var lines: [String: [String: String]] = [:]
        for line in text.split(separator: "\n") {
            let halves = line.split(separator: ":", maxSplits: 1)
            guard halves.count == 2 else { continue }
            let cells = halves[1].split(separator: " ").map { $0.split(separator: "→").map(String.init) }
            lines[halves[0].filter { $0 != " " }] = Dictionary(uniqueKeysWithValues: cells.map { ($0[0], $0[1]) })
        }
        self.lines = lines
    }

    subscript(state: String, event: String) -> String { lines[state]?[event] ?? OutcomeTable.refused }

    /// Every name in the table is one that is tried.
    func names(states: [String], events: [String]) -> Bool {
        Set(lines.keys) == Set(states) && lines.values.flatMap(\.keys).allSatisfy(events.contains)
    }
}

/// Numbers from a seed, the same on every run (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
