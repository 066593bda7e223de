import Synchronization

/// How many requests have begun and are not answered.
public final class WorkUnderWay: Sendable {
    private let requests = Atomic<Int>(0)

    public init() {}

    var count: Int { requests.load(ordering: .acquiring) }

    func began() { requests.wrappingAdd(1, ordering: .acquiringAndReleasing) }
    func ended() { requests.wrappingSubtract(1, ordering: .acquiringAndReleasing) }
}
