import Foundation

@testable import ChaveDeviceKeys

/// A Keychain in memory that answers with the statuses it is told to.
final class FakeKeychain: KeychainItems, @unchecked Sendable {
    // Sendable because everything is read and written under `lock`.
    private let lock = NSLock()
    private var values: [String: [UInt8]] = [:]
    private var faults: [String: [Int32]] = [:]
    private var calls: [String] = []
    private var givesNothing = false

    /// The next calls of `operation` answer with these statuses and do nothing.
    func fail(_ operation: String, _ statuses: Int32...) {
        lock.withLock { faults[operation, default: []] += statuses }
    }

    /// Reading succeeds and brings nothing.
    func giveNothing() { lock.withLock { givesNothing = true } }

    var made: [String] { lock.withLock { calls } }

    /// Another process adds an item.
    func put(_ name: String, _ bytes: [UInt8]) { lock.withLock { values[name] = bytes } }

    func read(_ name: String) -> (status: Int32, bytes: [UInt8]?) {
        answer("read") {
            guard let value = values[name] else { return (KeychainStatus.itemNotFound, nil) }
            return (KeychainStatus.success, givesNothing ? nil : value)
        } or: {
            ($0, nil)
        }
    }

    func update(_ name: String, _ bytes: [UInt8]) -> Int32 {
        answer("update") {
            guard values[name] != nil else { return KeychainStatus.itemNotFound }
            values[name] = bytes
            return KeychainStatus.success
        } or: {
            $0
        }
    }

    func add(_ name: String, _ bytes: [UInt8]) -> Int32 {
        answer("add") {
            guard values[name] == nil else { return KeychainStatus.duplicateItem }
            values[name] = bytes
            return KeychainStatus.success
        } or: {
            $0
        }
    }

    func delete(_ name: String) -> Int32 {
        answer("delete") {
            values.removeValue(forKey: name) == nil ? KeychainStatus.itemNotFound : KeychainStatus.success
        } or: {
            $0
        }
    }

    func names() -> (status: Int32, names: [String]?) {
        answer("names") {
            if values.isEmpty { return (KeychainStatus.itemNotFound, nil) }
            return (KeychainStatus.success, givesNothing ? nil : values.keys.sorted(by: >))
        } or: {
            ($0, nil)
        }
    }

    private func answer<Answer>(_ operation: String, _ normal: () -> Answer, or fault: (Int32) -> Answer) -> Answer {
        lock.withLock {
            calls.append(operation)
            guard var waiting = faults[operation], !waiting.isEmpty else { return normal() }
            let status = waiting.removeFirst()
            faults[operation] = waiting
            return fault(status)
        }
    }
}
