import BeyondIdentityEmbedded
import ChaveTransport
import ChaveWire

/// The ends of credentials, and the errors that their devices get.
struct SignInDemoEnding {
    let tenant: DemoTenant
    let user: String
    let report: DemoReport

    /// Recovers the person by mail, and returns whether the old device's credential is deleted.
    func recover(_ new: CoreEmbedded, old: CoreEmbedded) async throws -> Bool {
        report.title("Everything lost: recovery by mail")
        let link = try await report.step("1", "recover-user") {
            try await tenant.recover("ana")
            return (try await tenant.newestMailedLink(), "another mail; the old device counts until it is used")
        }
        try await report.step("2", "a new device registers") {
            let credential = try await new.registerCredentials(try await RegistrationAddress.resolved(link))
            return ((), credential.state.rawValue)
        }
        try await report.step("3", "the new device signs in") {
            _ = try await new.authenticate()
            return ((), "by its own key")
        }
        return try await report.step("4", "the old device tries") {
            let refusal = await SignInDemoEnding.refusal(old)
            let state = try await old.getCredentials().first?.state
            return (
                refusal == .deviceDeleted && state == .deviceDeleted,
                "\(refusal?.description ?? "signed in"), state \(state?.rawValue ?? "none")"
            )
        }
    }

    /// Suspends and activates the person, and returns whether the device showed both.
    func suspend(_ device: CoreEmbedded) async throws -> Bool {
        report.title("A suspended user")
        let isTold = try await report.step("1", "suspended: the device tries") {
            _ = try await tenant.server.call(.post, "\(UsersCommand.path)/\(user)/suspend")
            let refusal = await SignInDemoEnding.refusal(device)
            let state = try await device.getCredentials().first?.state
            return (
                refusal == .userSuspended && state == .userSuspended,
                "\(refusal?.description ?? "signed in"), state \(state?.rawValue ?? "none")"
            )
        }
        let isBack = try await report.step("2", "activated: it signs in again") {
            _ = try await tenant.server.call(.post, "\(UsersCommand.path)/\(user)/activate")
            _ = try await device.authenticate()
            let state = try await device.getCredentials().first?.state
            return (state == .active, "state \(state?.rawValue ?? "none")")
        }
        return isTold && isBack
    }

    /// The reason why a device cannot sign in; `nil` when it can.
    static func refusal(_ device: CoreEmbedded) async -> SignInError.Code? {
        do throws(SignInError) {
            _ = try await device.authenticate()
            return nil
        } catch {
            return error.code
        }
    }
}
