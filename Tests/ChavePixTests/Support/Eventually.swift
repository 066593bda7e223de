/// Waits for something that another task is about to do, without keeping the processor from it.
func eventually(_ isThere: () -> Bool) async throws {
    while !isThere() { try await Task.sleep(nanoseconds: 500_000) }
}
