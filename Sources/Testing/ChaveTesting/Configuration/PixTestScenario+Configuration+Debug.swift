#if DEBUG
    public import ChavePix

    extension PixTestScenario {
        /// Everything that an app takes from outside, for this scenario; a release build does not have this function.
        ///
        /// The bank sends the person straight back: where the callback has a scheme of the app's own, an app that opens
        /// the redirect URL is called back at once. An https callback goes to the browser instead, as
        /// ``PixTestBank/Redirection/straightBack`` says.
        public func configuration() -> PixConfiguration { configuration(isEnrolled: false) }

        /// The same on a device that has enrolled already, as ``PixTestServer/enroll(_:_:payer:)`` has it: for tests of payments.
        ///
        /// It pays for ``PixTestServer/payer`` alone; the app finds the enrollment in its list.
        public func configurationOfEnrolledDevice() -> PixConfiguration { configuration(isEnrolled: true) }

        func configuration(isEnrolled: Bool) -> PixConfiguration {
            let server = PixTestServer()
            server.setBank { $0.redirection = .straightBack }
            let authenticator = TestAuthenticator(begin(on: server), clock: server.clock)
            let store = MemorySecretStore()
            if isEnrolled {
                do throws(PixTestMisuse) {
                    try server.enroll(authenticator, store)
                } catch {
                    preconditionFailure("A new device at a new server enrolls: \(error)")
                }
            }
            return .testing(server, authenticator: authenticator, secretStore: store)
        }
    }
#endif
