import ChaveBase
import Synchronization

/// Ends waits whose time is up, with one sleeping task for all of them and none while no caller waits.
///
/// Times are rounded up to slots, so that ten thousand waits make only a few hundred entries to look through. A wait
/// that ends early is removed at once and does not ring later.
final class WaitTimer: Sendable {
    private struct State {
        /// The calls by slot, then by the call's number.
        var slots: [Int64: [UInt64: WaitCall]] = [:]
        var sleeper: Sleeper?
        var sleepers: UInt64 = 0
    }

    private struct Sleeper {
        var number: UInt64
        var slot: Int64
        var task: Task<Void, Never>
    }

    static let slotMilliseconds: Int64 = 16

    private let world: World
    private let state = Mutex(State())

    init(world: World) { self.world = world }

    /// - Returns: the slot to remove the call from.
    func add(_ call: WaitCall, milliseconds: Int64) -> Int64 {
        let due = world.uptimeMilliseconds() + milliseconds
        let slot = (due + WaitTimer.slotMilliseconds - 1) / WaitTimer.slotMilliseconds
        state.withLock { state in
            state.slots[slot, default: [:]][call.number] = call
            if state.sleeper.map({ slot < $0.slot }) ?? true { sleep(until: slot, &state) }
        }
        return slot
    }

    func remove(_ call: WaitCall, from slot: Int64) {
        state.withLock { state in
            guard state.slots[slot]?.removeValue(forKey: call.number) != nil else { return }
            if state.slots[slot]?.isEmpty == true { state.slots[slot] = nil }
            guard state.slots.isEmpty else { return }
            state.sleeper?.task.cancel()
            state.sleeper = nil
        }
    }

    private func sleep(until slot: Int64, _ state: inout State) {
        state.sleeper?.task.cancel()
        state.sleepers += 1
        let number = state.sleepers
        let pause = max(slot * WaitTimer.slotMilliseconds - world.uptimeMilliseconds(), 0)
        let task = Task { [world, weak self] in
            await world.sleep(Int(pause))
            self?.ring(number)
        }
        state.sleeper = Sleeper(number: number, slot: slot, task: task)
    }

    /// Wakes the due calls; the ring of a sleeper that was replaced does nothing.
    private func ring(_ number: UInt64) {
        let due: [WaitCall] = state.withLock { state in
            guard state.sleeper?.number == number else { return [] }
            state.sleeper = nil
            let now = world.uptimeMilliseconds() / WaitTimer.slotMilliseconds
            let slots = state.slots.keys.filter { $0 <= now }
            let due = slots.flatMap { state.slots.removeValue(forKey: $0)?.values.map { $0 } ?? [] }
            if let next = state.slots.keys.min() { sleep(until: next, &state) }
            return due
        }
        for call in due { call.signal() }
    }
}
