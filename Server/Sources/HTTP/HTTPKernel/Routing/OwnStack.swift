/// Runs `work` as a task of its own, whose memory ends with it; cancelling the caller cancels the task.
///
/// A task keeps its largest stack until it ends, and a connection's task lasts as long as the connection.
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
