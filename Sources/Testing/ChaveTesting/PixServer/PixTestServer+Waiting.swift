import ChaveBase
import ChaveTransport

extension PixTestServer {
    /// Holds the request until its object changes or the time is over.
    func hold(_ context: PixTestContext, milliseconds: Int64) async {
        let deadline = context.moment.milliseconds + milliseconds
        let known = context.request.headers["If-None-Match"]
        var arrival: Int64?
        while !Task.isCancelled {
            let moment = PixTestState.Moment(clock)
            let (look, nextChange, changes) = state.withLock { state in
                state.catchUp(moment)
                return (state.look(context), state.nextChange, state.changes)
            }
            guard let look, !look.isEnd, moment.milliseconds < deadline else { return }
            arrival = arrival ?? look.version
            // For options only their arrival counts as a change.
            if context.call != .registrationOptions {
                let isNews = known.map { $0 != PixTestState.tag(look.version) } ?? (look.version != arrival)
                guard !isNews else { return }
            }
            let next = min(nextChange ?? deadline, deadline)
            await changeOrPause(max(1, next - moment.milliseconds), after: changes)
        }
    }

    /// Returns when the time has passed, the server's state has changed, or the caller's task is cancelled.
    private func changeOrPause(_ milliseconds: Int64, after changes: Int) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await self.clock.clock.sleep(milliseconds) }
            group.addTask { await self.change(after: changes) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Returns when the server's state has more changes than `changes`, or when the task is cancelled.
    private func change(after changes: Int) async {
        let id = state.withLock { state in
            state.lastWatcher += 1
            return state.lastWatcher
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard !Task.isCancelled, state.changes == changes else { return true }
                    state.watchers[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.watchers.removeValue(forKey: id) }?.resume()
        }
    }
}
