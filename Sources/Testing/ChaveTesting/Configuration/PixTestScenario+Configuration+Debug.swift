#if DEBUG
    public import ChavePix

    extension PixTestScenario {
        /// The app's configuration for this scenario; a release build does not have this function.
        ///
        /// The bank sends the person straight back. With a callback in the app's own scheme, an app that opens the
        /// redirect URL is called back at once. An https callback goes to the browser instead, see
        /// ``PixTestBank/Redirection/straightBack``.
        public func configuration() -> PixConfiguration { configuration(isEnrolled: false) }

        /// The app's configuration for this scenario on an already enrolled device, for tests of payments.
        ///
        /// The device is enrolled by ``PixTestServer/enroll(_:_:payer:)``.
        ///
        /// Only ``PixTestServer/payer`` can pay; the app finds the enrollment in its list.
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
