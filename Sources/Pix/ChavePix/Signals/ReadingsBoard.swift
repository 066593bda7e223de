import ChaveBase

/// The last readings of the main actor, for readers on any thread.
final class ReadingsBoard: Sendable {
    private let readings = Locked<DeviceReadings?>(nil)
    private let first = Promise<Void>()

    var latest: DeviceReadings? { readings.withLock { $0 } }

    func keep(_ new: DeviceReadings) {
        readings.withLock { $0 = new }
        first.keep(())
    }

    /// The latest readings; waits for the very first ones until `sleep` returns.
    func latest(waiting sleep: @escaping @Sendable () async throws -> Void) async -> DeviceReadings? {
        if let latest { return latest }
        let isOver = Promise<Void>()
        let timer = Task {
            try await sleep()
            isOver.keep(())
        }
        let reading = Task { [first] in
            await first.value()
            isOver.keep(())
        }
        await isOver.value()
        timer.cancel()
        reading.cancel()
        return latest
    }
}
