import ChavePixModel
import ChaveWire
import HTTPKernel
import SignInCore
import SignInModel

extension SignInAPI {
    /// The routes of a person's credentials and passkeys, for the tenant's own server.
    var deviceRows: [SignInRoute] {
        [
            SignInRoute("GET", "/v1/manage/users/{id}/devices", query: SignInPaging.fields) { [signIn] context in
                let tenant = try await managedTenant(context)
                let paging = SignInPaging(try context.query())
                let devices = try await signIn.devices(
                    of: context.parameter("id"),
                    tenant,
                    after: paging.last,
                    limit: paging.size + 1
                )
                return paging.answer(devices, as: "devices", id: \.id) { $0.json }
            }.described("listDevices", "Lists a person's credentials.", .devices),
            SignInRoute(
                "DELETE",
                "/v1/manage/users/{id}/devices/{credential}",
                query: SignInAPI.revocationFields
            ) { [signIn] context in
                let tenant = try await managedTenant(context)
                let below = try context.query()["below"] != "false"
                let (user, credential) = (context.parameter("id"), context.parameter("credential"))
                try await signIn.revokeDevice(credential, of: user, tenant, below: below)
                return ServerAnswer(status: 204)
            }.described("revokeDevice", "Ends a credential.", answers: 204),
            SignInRoute("GET", "/v1/manage/users/{id}/passkeys") { [signIn] context in
                let tenant = try await managedTenant(context)
                let passkeys = try await signIn.passkeys(ofUser: context.parameter("id"), tenant)
                return .json(["passkeys": .array(passkeys.map { .object($0.json) })])
            }.described("listPasskeys", "Lists what a person made in browsers.", .passkeys),
            SignInRoute("DELETE", "/v1/manage/users/{id}/passkeys/{passkey}") { [signIn] context in
                let tenant = try await managedTenant(context)
                let (user, passkey) = (context.parameter("id"), context.parameter("passkey"))
                try await signIn.removePasskey(passkey, ofUser: user, tenant)
                return ServerAnswer(status: 204)
            }.described("removePasskey", "Takes a passkey away.", answers: 204),
        ]
    }

    private static let revocationFields = [
        Field("below", .boolean, .optional, "Whether those that it let in end with it; true without.")
    ]
}
