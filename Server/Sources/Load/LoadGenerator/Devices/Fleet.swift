import ChaveTransport

/// Enrolls many devices, a few at a time.
struct Fleet: Sendable {
    let enrollment: DeviceEnrollment
    let width: Int

    /// Enrolls the devices of `numbers`; the first failure ends the call.
    func devices(_ numbers: [Int], enrolled: @escaping @Sendable () -> Void) async throws -> [LoadDevice] {
        try await withThrowingTaskGroup(of: LoadDevice.self) { group in
            var devices: [LoadDevice] = []
            for (place, number) in numbers.enumerated() {
                if place >= width, let device = try await group.next() { devices.append(device) }
                group.addTask {
                    let device = try await enrollment.device(number)
                    enrolled()
                    return device
                }
            }
            for try await device in group { devices.append(device) }
            return devices.sorted { $0.number < $1.number }
        }
    }
}
