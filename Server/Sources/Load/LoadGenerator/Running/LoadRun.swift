import NIOCore
import NIOPosix

/// A run: it enrolls its devices, pays with them by a plan, and returns the result.
public final class LoadRun: Sendable {
    private let plan: LoadPlan
    private let target: LoadTarget
    private let group: MultiThreadedEventLoopGroup
    private let lanes: [Lane]
    private let name: String

    /// Makes a run, which sends nothing yet; ``close()`` ends its threads.
    public init(_ plan: LoadPlan, target: LoadTarget) {
        self.plan = plan
        self.target = target
        group = MultiThreadedEventLoopGroup(numberOfThreads: plan.threads)
        lanes = group.makeIterator().enumerated().map { number, loop in
            Lane(number: number, loop: loop, span: plan.span)
        }
        name = "load-\(String(UInt64.random(in: .min ... .max), radix: 16))"
    }

    /// Ends its threads and connections.
    public func close() async {
        for lane in lanes { lane.transport.invalidate() }
        try? await group.shutdownGracefully()
    }

    /// Enrolls the devices, sixteen at a time; `progress` is called for each.
    public func enroll(_ progress: @escaping @Sendable () -> Void = {}) async throws -> LoadDevices {
        let parts = try await withThrowingTaskGroup(
            of: (lane: Int, devices: [LoadDevice]).self,
            returning: [Int: [LoadDevice]].self
        ) { tasks in
            for lane in lanes {
                let numbers = Array(stride(from: lane.number, to: plan.devices, by: lanes.count))
                let enrollment = DeviceEnrollment(target: target, transport: lane.transport)
                let fleet = Fleet(enrollment: enrollment, width: max(1, 16 / lanes.count))
                tasks.addTask(executorPreference: lane.executor) {
                    (lane.number, try await fleet.devices(numbers, enrolled: progress))
                }
            }
            return try await tasks.reduce(into: [:]) { $0[$1.lane] = $1.devices }
        }
        return LoadDevices(byLane: lanes.map { parts[$0.number] ?? [] })
    }

    /// Begins to pay; the run goes on by itself until ``LoadUnderWay/result()``.
    public func begin(_ devices: LoadDevices) -> LoadUnderWay {
        LoadUnderWay(plan, lanes, devices, RunControl(run: name))
    }
}

/// Devices that have been enrolled for a run.
public struct LoadDevices: Sendable {
    let byLane: [[LoadDevice]]

    /// The number of devices.
    public var count: Int { byLane.reduce(0) { $0 + $1.count } }
}
