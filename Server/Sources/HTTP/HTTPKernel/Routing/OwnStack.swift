/// Runs `work` as a task of its own, whose memory ends with it; a task that is cancelled cancels it.
///
/// A task keeps the stack that it needed at most until it ends, and a connection's task lasts as long as the connection.
package func onOwnStack<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
    let isCancelled = Task.isCancelled
    let task = Task {
        if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
        return await work()
    }
    return await withTaskCancellationHandler {
        await task.value
    } onCancel: {
        task.cancel()
    }
}
