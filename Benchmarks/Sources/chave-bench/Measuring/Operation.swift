/// One small thing that the program does again and again: to count how often a second, and how many instructions.
struct Operation: Sendable {
    /// `cbor/decode`, `registration/packed-es256`: what results are found by.
    var name: String
    /// Does it so often, and nothing else.
    var repeated: @Sendable (_ count: Int) async throws -> Void

    /// One that does not suspend.
    init(_ name: String, _ body: @escaping @Sendable () throws -> Void) {
        self.name = name
        repeated = { count in
            for _ in 0..<count { try body() }
        }
    }

    /// One that may suspend.
    init(suspending name: String, _ body: @escaping @Sendable () async throws -> Void) {
        self.name = name
        repeated = { count in
            for _ in 0..<count { try await body() }
        }
    }
}
