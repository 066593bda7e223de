import ChaveBase
import Foundation

extension TokenActivationSession {
    func receive(_ event: TokenActivationFlow.Event) -> [TokenActivationFlow.Effect] {
        progress.withLock { $0.flow.receive(event, at: clock.now()) }
    }

    /// Performs the effects in their order.
    ///
    /// - Returns: the last end among them, as the app received it.
    @discardableResult
    func perform(_ effects: [TokenActivationFlow.Effect]) async -> TokenActivationEnd? {
        var last: TokenActivationEnd?
        for effect in effects {
            switch effect {
            case .ask(let request): begin(request)
            case .authenticate(let request): await verify(request)
            case .activate(let request): await activate(request)
            case .reportDecline(let request): report(request)
            case .answer(let end): last = await answer(end)
            }
        }
        return last
    }

    // MARK: - Steps

    /// Starts the question and the timeout in tasks of their own, which end with the request.
    private func begin(_ request: TokenActivationRequest) {
        // A link right after this one may already have replaced it.
        guard run(request.id) != nil else { return }
        let work = Task { await ask(request) }
        let watch = Task { await expire(request) }
        let isWanted = change(request.id) { $0.tasks = [work, watch] }
        guard !isWanted else { return }
        work.cancel()
        watch.cancel()
    }

    private func expire(_ request: TokenActivationRequest) async {
        do {
            try await clock.sleep(request.expiresAt.timeIntervalSince(clock.now()))
        } catch {
            return  // The request has ended.
        }
        await checkTime()
    }

    private func ask(_ request: TokenActivationRequest) async {
        let preview: TokenActivationPreview
        do throws(TokenActivatorError) {
            preview = try await activator.preview(request.link.payload)
        } catch {
            await perform(receive(.backendFailed(request.id, error.code)))
            return
        }
        // When the request has ended meanwhile, the holder is not asked.
        guard change(request.id, { $0.preview = preview }) else { return }
        let isConfirmed = await app.confirm(preview)
        await perform(receive(isConfirmed ? .holderConfirmed(request.id) : .holderDeclined(request.id)))
    }

    private func verify(_ request: TokenActivationRequest) async {
        guard let preview = run(request.id)?.preview else { return }
        switch await app.verify(preview) {
        case .verified: await perform(receive(.holderAuthenticated(request.id)))
        case .cancelled: await perform(receive(.holderDeclined(request.id)))
        case .failed: await perform(receive(.authenticationFailed(request.id)))
        }
    }

    private func activate(_ request: TokenActivationRequest) async {
        guard let key = run(request.id)?.key else { return }
        await perform(receive(.activationBegan(request.id)))
        // The request may have ended meanwhile; then nothing is sent.
        guard run(request.id) != nil else { return }
        do throws(TokenActivatorError) {
            let token = try await activator.activate(request.link.payload, idempotencyKey: key)
            await perform(receive(.backendActivated(request.id, code: token.code)))
        } catch {
            await perform(receive(.backendFailed(request.id, error.code)))
        }
    }

    /// Reports a refusal to the backend, without making the wallet wait.
    ///
    /// When the report is lost, the backend has no answer, and nothing is active.
    private func report(_ request: TokenActivationRequest) {
        guard let key = run(request.id)?.key else { return }
        let report = Task {
            do throws(TokenActivatorError) {
                try await activator.decline(request.link.payload, idempotencyKey: key)
            } catch {
                // The wallet receives the holder's refusal in any case.
            }
        }
        change(request.id) { $0.report = report }
    }

    // MARK: - The end

    /// Opens the callback, then informs the app, then the waiting callers.
    private func answer(_ end: TokenActivationEnd) async -> TokenActivationEnd {
        var end = end
        let run = end.request.flatMap { id in progress.withLock { $0.runs.removeValue(forKey: id) } }
        for task in run?.tasks ?? [] { task.cancel() }
        let app = app
        // This code may run in one of the tasks that were just cancelled. The remaining work therefore runs in new
        // tasks.
        if let callback = end.callback { end.isCallbackStuck = await !Task { await app.open(callback) }.value }
        if let id = end.request { _ = receive(.callbackOpened(id)) }
        let told = end
        await Task { await app.ended(told) }.value
        await run?.report?.value
        run?.ends.yield(told)
        run?.ends.finish()
        return told
    }

    // MARK: - Runs

    private func run(_ id: Int) -> ActivationRun? { progress.withLock { $0.runs[id] } }

    /// Changes the run of a request.
    ///
    /// - Returns: whether the request is still under way.
    @discardableResult
    private func change(_ id: Int, _ change: (inout ActivationRun) -> Void) -> Bool {
        progress.withLock { progress in
            guard var run = progress.runs[id] else { return false }
            change(&run)
            progress.runs[id] = run
            return true
        }
    }
}
