import App2App
import BeyondIdentityEmbedded
import Foundation

/// Who is signed in, by this device's key at the issuer's server; an app with a sign-in of its own puts that here.
///
/// The access token is held in memory, with the time at which its person was verified.
actor Account {
    private var held: (token: String, verifiedAt: Date)?

    init() {
        Embedded.initialize(
            biometricAskPrompt: TokenActivationTexts.portuguese.question,
            clientID: Settings.clientID,
            domain: .custom(Settings.baseURL),
            redirectURI: Settings.redirectURI
        )
    }

    /// Takes the link with which the bank lets this device in; `false` for any other.
    @MainActor
    func registers(_ link: URL, telling screens: Screens) -> Bool {
        guard link.pathComponents.contains("register") else { return false }
        Task {
            do {
                _ = try await Embedded.shared.registerCredentials(link)
                screens.say("Este aparelho foi registrado.")
            } catch {
                screens.say("Este aparelho não foi registrado. Peça outro link ao banco.")
            }
        }
        return true
    }

    /// By the device's key, whose prompt says what it is for.
    func verification() async -> TokenActivationApp.Verification {
        do {
            _ = try await verify()
            return .verified
        } catch let error as SignInError where error.code == .userCancelled {
            return .cancelled
        } catch {
            return .failed
        }
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

    private func verify() async throws -> String {
        let asked = Date()
        held = nil
        let token = try await Embedded.shared.authenticate().accessToken.value
        held = (token, asked)
        return token
    }
}
