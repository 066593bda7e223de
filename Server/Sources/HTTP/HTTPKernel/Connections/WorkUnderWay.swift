import Synchronization

/// How many requests have begun and are not answered: from their head until the kernel has the last of the answer.
package final class WorkUnderWay: Sendable {
    private let requests = Atomic<Int>(0)

    package init() {}

    package var count: Int { requests.load(ordering: .acquiring) }

    package func began() { requests.wrappingAdd(1, ordering: .acquiringAndReleasing) }
    package func ended() { requests.wrappingSubtract(1, ordering: .acquiringAndReleasing) }
}
