#if canImport(UIKit)
    import App2App
    import BeyondIdentityEmbedded
    import Foundation

    /// Who is signed in, by this device's key at the issuer's server; an app with a sign-in of its own puts that here.
    enum Account {
        static let session = SignedInSession()
        static let activator = Issuer.activator(at: backend) { need in try await session.token(need) }

        private static let backend = URL(string: "https://bank.example") ?? URL(fileURLWithPath: "/")

        /// Once, when the app starts.
        static func start() {
            Embedded.initialize(
                biometricAskPrompt: TokenActivationTexts.portuguese.question,
                clientID: "bank-app",
                domain: .custom(backend),
                redirectURI: "bank-app://signed-in"
            )
        }

        /// Takes the link with which the bank lets this device in; `false` for any other.
        static func registers(_ url: URL) -> Bool {
            guard url.pathComponents.contains("register") else { return false }
            Task {
                do {
                    _ = try await Embedded.shared.registerCredentials(url)
                    try await session.verify()
                } catch {
                    await Screens.shared.say("Este aparelho não foi registrado. Peça outro link ao banco.")
                }
            }
            return true
        }

        static func signOut(of activation: TokenActivationSession) async {
            await activation.signedOut()
            await session.signOut()
        }
    }

    /// Holds the access token of the signed-in person in memory, and when they were last verified for it.
    actor SignedInSession {
        private var held: (token: String, verifiedAt: Date)?

        /// Has the device's key ask the person, by Face ID, finger or passcode.
        @discardableResult
        func verify() async throws -> String {
            let asked = Date()
            held = nil
            let token = try await Embedded.shared.authenticate().accessToken.value
            held = (token, asked)
            return token
        }

        /// A token whose person was verified too long ago does not do for an activation: they are asked anew.
        func token(_ need: AccessTokenNeed) async throws -> String {
            switch need {
            case .any:
                do throws(SignInError) {
                    return try await Embedded.shared.accessToken().value
                } catch {
                    guard error.code == .signInRequired else { throw error }
                    return try await verify()
                }
            case .fresh(let seconds):
                // What is about to grow too old would be so when it arrives.
                if let held, Date().timeIntervalSince(held.verifiedAt) < Double(seconds - 10) { return held.token }
                return try await verify()
            }
        }

        /// The tokens are gone from the device whatever becomes of the server's answer.
        func signOut() async {
            held = nil
            try? await Embedded.shared.signOut()
        }
    }
#endif
