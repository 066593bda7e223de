import ChavePixModel

extension PixClient {
    /// The whole enrollment, step by step.
    ///
    /// The enrollment begins at once. At `.redirect`, it waits until the app gives the URL that the bank called. It
    /// ends when the reader of the stream stops reading. A failure is a `PixError`.
    public func enroll(_ new: NewEnrollment) -> AsyncThrowingStream<EnrollmentStep, any Error> {
        PixClient.steps { [self] tell async throws(PixError) in try await enroll(new, tell) }
    }

    private func enroll(_ new: NewEnrollment, _ tell: (EnrollmentStep) -> Void) async throws(PixError) {
        let created = try await createEnrollment(new)
        tell(.created(created))
        guard created.status == .pending else { return tell(.finished(created)) }
        guard let url = created.details.redirectURL else { throw PixError.unreadable("redirect_url") }
        let redirect = BankRedirect(url: url, answer: Promise())
        tell(.redirect(redirect))
        let callback = try await callback(of: redirect)
        let redirected = try await completeRedirection(callbackURL: callback)
        tell(.redirected(redirected))
        guard redirected.status == .pending else { return tell(.finished(redirected)) }
        let options = try await registrationOptions(created.id)
        tell(.optionsReceived)
        let credential = try await makeCredential(options)
        tell(.credentialMade)
        tell(.finished(try await confirmEnrollment(created.id, credential)))
    }

    /// Waits for the app without a limit of its own: the bank's page has one.
    private func callback(of redirect: BankRedirect) async throws(PixError) -> String {
        let wait = Task { await redirect.answer.value() }
        guard let id = lifetime.begin({ wait.cancel() }) else { throw PixError.closedClient }
        defer { lifetime.end(id) }
        let callback = await withTaskCancellationHandler {
            await wait.value
        } onCancel: {
            wait.cancel()
        }
        guard let callback else { throw isClosed ? PixError.closedClient : PixError.cancelledCall }
        return callback
    }
}
