import ArgumentParser
import ChavePix
import LoadGenerator

/// A run from the command line: it enrolls, starts the waiting clients, pays, and handles Ctrl-C.
struct LoadSession {
    let plan: LoadPlan
    let target: LoadTarget
    let waiting: Int

    /// Runs all steps, and returns the result.
    ///
    /// - Throws: ``ArgumentParser/ExitCode/interrupted`` when the run was ended before it had measured anything.
    func run() async throws -> LoadResult {
        let ending = LoadEnding()
        let run = LoadRun(plan, target: target)
        let outcome = Mutexed<LoadResult?>(nil)
        do {
            try await Interruption.watching(cancel: { ending.ask() }) {
                outcome.value = try await paid(run, ending)
            }
        } catch {
            await run.close()
            throw error
        }
        await run.close()
        guard let result = outcome.value else { throw ExitCode.interrupted }
        return result
    }

    private func paid(_ run: LoadRun, _ ending: LoadEnding) async throws -> LoadResult {
        let devices = try await enrolled(run, ending)
        let waiters = waiting > 0 ? try WaitingProcess(WaitingOrder(target, clients: waiting)) : nil
        do {
            if let waiters {
                ending.onAsk { waiters.kill() }
                try await ProgressLine.showing("waiting clients") {
                    "\(waiters.report.held) of \(waiting)"
                } while: {
                    try await waiters.untilHeld(waiting)
                }
            }
            guard !ending.isAsked else { throw CancellationError() }
            var result = await measured(run.begin(devices), ending)
            result.waiting = await ended(waiters)
            return result
        } catch {
            waiters?.kill()
            throw error
        }
    }

    private func enrolled(_ run: LoadRun, _ ending: LoadEnding) async throws -> LoadDevices {
        let count = Mutexed(0)
        let task = Task {
            try await run.enroll { count.change { $0 += 1 } }
        }
        ending.onAsk { task.cancel() }
        return try await ProgressLine.showing("enrolled") {
            "\(count.value) of \(plan.devices)"
        } while: {
            try await task.value
        }
    }

    private func measured(_ underWay: LoadUnderWay, _ ending: LoadEnding) async -> LoadResult {
        ending.onAsk { underWay.stop() }
        let last = Mutexed<LoadProgress?>(nil)
        return await ProgressLine.showing("paying") {
            let now = underWay.progress
            defer { last.value = now }
            return now.line(since: last.value)
        } while: {
            await underWay.result()
        }
    }

    /// The report of the waiting clients, after each wait was ended.
    private func ended(_ waiters: WaitingProcess?) async -> WaitingReport? {
        guard let waiters else { return nil }
        return await ProgressLine.showing("ending what clients wait for") {
            "\(waiters.report.held) left"
        } while: {
            await waiters.ended()
        }
    }
}
