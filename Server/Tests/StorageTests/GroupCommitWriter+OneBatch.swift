import Foundation
import SQLiteWriter
import Synchronization

extension GroupCommitWriter {
    /// Keeps the writer's thread busy until all of `operations` wait, so that they become one batch.
    func inOneBatch(
        _ operations: [@Sendable (SQLiteConnection) throws -> Void]
    ) async -> [Result<Void, any Error>] {
        let gate = DispatchSemaphore(value: 0)
        let isHeld = Atomic(false)
        async let holder: Void? = try? await self.write { _ in
            isHeld.store(true, ordering: .releasing)
            gate.wait()
        }
        while !isHeld.load(ordering: .acquiring) { await Task.yield() }
        let results = await withTaskGroup(of: (Int, Result<Void, any Error>).self) { group in
            for (number, operation) in operations.enumerated() {
                group.addTask {
                    do {
                        try await self.write(operation)
                        return (number, .success(()))
                    } catch {
                        return (number, .failure(error))
                    }
                }
            }
            while self.waitingWrites < operations.count { await Task.yield() }
            gate.signal()
            var results: [Int: Result<Void, any Error>] = [:]
            for await (number, result) in group { results[number] = result }
            return operations.indices.compactMap { results[$0] }
        }
        _ = await holder
        return results
    }
}
