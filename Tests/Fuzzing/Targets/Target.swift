/// Runs one reader on what the fuzzer made.
///
/// A reader may take the bytes or refuse them with its own error. Everything else ends the program, which is how libFuzzer
/// learns of a finding: a trap, an endless loop, memory without bound, or a broken promise told by `promise`.
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int, _ read: ([UInt8]) throws -> Void) -> CInt {
    do {
        try read(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        // A refusal is an answer.
    }
    return 0
}

/// Ends the program when what a reader promises does not hold.
func promise(_ holds: Bool, _ what: StaticString) {
    guard holds else { fatalError("broken promise: \(what)") }
}
