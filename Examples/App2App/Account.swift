#if canImport(UIKit)
    import App2App
    import Foundation

    /// Who is signed in. An app has this already; here it is what the activation needs of it.
    enum Account {
        static let activator = Issuer.activator(at: backend) { need in try await session.token(need) }

        private static let session = SignedInSession()
        private static let backend = URL(string: "https://bank.example") ?? URL(fileURLWithPath: "/")
    }

    /// Holds the access token of the signed-in person in memory.
    actor SignedInSession {
        private var held: (token: String, verifiedAt: Date)?

        func signedIn(token: String, at now: Date) { held = (token, now) }

        /// A token whose person was verified too long ago does not do for an activation.
        func token(_ need: AccessTokenNeed) throws -> String {
            guard let held else { throw TokenActivatorError(.notSignedIn) }
            if case .fresh(let seconds) = need, Date().timeIntervalSince(held.verifiedAt) >= Double(seconds) {
                throw TokenActivatorError(.freshAuthenticationNeeded)
            }
            return held.token
        }
    }
#endif
