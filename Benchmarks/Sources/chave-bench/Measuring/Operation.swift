/// One small operation that the program repeats, to measure its rate and to count its instructions.
struct Operation: Sendable {
    /// The name of the operation in results, such as `cbor/decode` or `registration/packed-es256`.
    var name: String
    /// Runs the operation `count` times and does nothing else.
    var repeated: @Sendable (_ count: Int) async throws -> Void

    /// Creates an operation that does not suspend.
    init(_ name: String, _ body: @escaping @Sendable () throws -> Void) {
        self.name = name
        repeated = { count in
            for _ in 0..<count { try body() }
        }
    }

    /// Creates an operation that may suspend.
    init(suspending name: String, _ body: @escaping @Sendable () async throws -> Void) {
        self.name = name
        repeated = { count in
            for _ in 0..<count { try await body() }
        }
    }
}
