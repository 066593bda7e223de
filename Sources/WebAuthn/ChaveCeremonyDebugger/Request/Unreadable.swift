import ChaveWire

/// Why a line is not a request: the fault is the caller's, and nothing was verified.
struct Unreadable: Error {
    var message: String
    /// The index of the first wrong byte, when the line is not JSON.
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
