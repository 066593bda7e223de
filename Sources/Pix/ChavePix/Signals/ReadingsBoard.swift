import ChaveBase
import ChavePixModel

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

/// The values of a device that only the main actor can read.
struct DeviceReadings: Hashable, Sendable {
    /// The vendor's identifier; `nil` on a system without one, and on a phone that was not unlocked since its start.
    var vendorIdentifier: String?
    var osVersion: String
    var screen: RiskSignals.ScreenDimensions
    /// The brightness, from 0 to 1.
    var brightness: Double?
    var isCharging: Bool?
}
