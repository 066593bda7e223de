import ChaveDeviceKeys

/// The choice of a first PIN, typed twice so that a slip of a finger locks nobody out.
enum PINChoice {
    /// The number of times that a person may choose before the ceremony fails.
    static let mostTries = 3

    /// Asks until a PIN is set; `ask` returns `nil` when the person leaves, and `set` refuses a PIN that is too short.
    ///
    /// - Returns: whether a PIN was set; `false` when the person left.
    /// - Throws: `.notAllowed` after the last try, or the error of `set`.
    static func run(
        ask: (String) async -> String?,
        set: (String) throws(DeviceKeyError) -> Void
    ) async throws(DeviceKeyError) -> Bool {
        var start = "This device has no PIN yet."
        for _ in 0..<mostTries {
            guard let first = await ask("\(start) Choose one of 4 characters or more: "), !first.isEmpty,
                let second = await ask("Once more: ")
            else { return false }
            guard first == second else {
                start = "The two PINs differ."
                continue
            }
            do throws(DeviceKeyError) {
                try set(first)
                return true
            } catch {
                guard error.code == .invalidOptions else { throw error }
                start = "That one is too short or too long."
            }
        }
        throw DeviceKeyError(.notAllowed, "no PIN was chosen in \(mostTries) tries; begin again")
    }
}
