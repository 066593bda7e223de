/// Runs each job at once on the calling thread, so that work that never waits starts no other thread.
final class SameThread: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
    }
}
