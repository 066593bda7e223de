#if DEBUG
    public import ChavePix

    extension PixTestScenario {
        /// Everything that an app takes from outside, for this scenario; a release build does not have this function.
        ///
        /// The bank sends the person straight back: where the callback has a scheme of the app's own, an app that opens
        /// the redirect URL is called back at once. An https callback goes to the browser instead, as
        /// ``PixTestBank/Redirection/straightBack`` says.
        public func configuration() -> PixConfiguration {
            let server = PixTestServer()
            server.setBank { $0.redirection = .straightBack }
            let answer = begin(on: server)
            return .testing(server, authenticator: TestAuthenticator(answer, clock: server.clock))
        }
    }
#endif
