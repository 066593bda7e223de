import ChaveWire

/// Why a line is no request: the fault is the asker's, and nothing was verified.
struct Unreadable: Error {
    var message: String
    /// The index of the first byte that is wrong, where the line is no JSON.
    var position: Int?

    init(_ message: String, position: Int? = nil) {
        self.message = message
        self.position = position
    }

    init(_ error: JSONError) {
        self.init(
            "The request is no JSON that is taken here: at byte \(error.position), \(error.problem.rawValue).",
            position: error.position
        )
    }
}
