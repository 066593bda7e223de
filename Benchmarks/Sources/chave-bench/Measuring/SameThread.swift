/// Runs what it is given at once, on the thread that gives it: no other thread is started for what never waits.
final class SameThread: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
    }
}
