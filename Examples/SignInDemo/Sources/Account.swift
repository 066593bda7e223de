import BeyondIdentityEmbedded
import Foundation
import SwiftUI

/// Who is signed in on this device, and the keys by which.
@MainActor
final class Account: ObservableObject {
    @Published private(set) var credentials: [Credential] = []
    @Published private(set) var isSignedIn = false
    @Published private(set) var isBusy = false
    @Published private(set) var notice: String?

    private let embedded = Embedded.shared

    init() {
        Embedded.initialize(
            biometricAskPrompt: "Entrar na Padaria Aurora",
            clientID: Settings.clientID,
            redirectURI: Settings.redirectURI
        )
    }

    func load() async {
        await run { [embedded] in
            credentials = try await embedded.getCredentials()
            // Asks nobody: the tokens of an earlier run, where they still count.
            isSignedIn = (try? await embedded.accessToken()) != nil
        }
    }

    /// Takes the link with which the organisation lets this device in; `false` for any other.
    func registers(_ link: URL) -> Bool {
        guard link.pathComponents.contains("register") else { return false }
        Task { await register(link) }
        return true
    }

    func register(_ link: URL) async {
        await run { [embedded] in
            _ = try await embedded.registerCredentials(link)
            credentials = try await embedded.getCredentials()
            notice = "Este aparelho foi registrado."
        }
    }

    /// The device's key asks for a face, a finger or the code.
    func signIn() async {
        await run { [embedded] in
            _ = try await embedded.authenticate()
            isSignedIn = true
        }
    }

    /// The tokens are gone from the device whatever becomes of the server's answer.
    func signOut() async {
        await run { [embedded] in
            isSignedIn = false
            try await embedded.signOut()
        }
    }

    /// For good: another device or a recovery is the only way back.
    func delete(_ credential: Credential) async {
        await run { [embedded] in
            try await embedded.deleteCredential(for: credential.handle)
            credentials = try await embedded.getCredentials()
            isSignedIn = false
        }
    }

    /// One thing at a time, and what went wrong in the person's words.
    private func run(_ work: () async throws -> Void) async {
        isBusy = true
        notice = nil
        defer { isBusy = false }
        do {
            try await work()
        } catch {
            notice = Words.of(error)
        }
    }
}
