import ChaveBase
import ChavePixModel
import ChaveWire
import SignInCore
import SignInModel

extension SignInAPI {
    /// The routes of a tenant's profile: the texts that people see, and the targets of its links.
    var profileRows: [SignInRoute] {
        [
            SignInRoute("POST", "/v0/configs/profile", body: .json(SignInAPI.profileRequest)) { [signIn] context in
                let tenant = try await managedTenant(context)
                let fields = try context.json()
                let draft = ProfileDraft(
                    displayName: try fields.text("profile_display_name"),
                    logoURI: fields.find("profile_logo_uri"),
                    supportMail: fields.find("support_email"),
                    enrollURI: fields.find("app_enroll_uri"),
                    loginURI: fields.find("app_login_uri"),
                    registrationRedirectURI: fields.find("registration_redirect_uri")
                )
                let configured = try await signIn.configureProfile(draft, of: tenant)
                return .object(configured.tenant.profileJSON(risks: configured.risks))
            }.described("configureProfile", "Replaces the profile.", .profile),
            SignInRoute("GET", "/v0/configs/profile") { [signIn] context in
                let tenant = try await managedTenant(context)
                guard let found = try await signIn.tenant(tenant) else { throw OAuthError.unknownTenant }
                return .object(found.profileJSON())
            }.described("getProfile", "Gives the profile.", .profile),
        ]
    }

    private static let profileRequest = Schema(
        "ConfigureProfileRequest",
        "The whole profile: what is left out is not there afterwards.",
        [
            Field("profile_display_name", .text(longest: 200), .required, "What people are shown."),
            Field("profile_logo_uri", .text(longest: 2_048), .optional, "A picture, https."),
            Field("support_email", .text(longest: 254), .optional, "Stands in mails."),
            Field("app_enroll_uri", .text(longest: 2_048), .optional, "Where an app registers people."),
            Field("app_login_uri", .text(longest: 2_048), .optional, "Where an app signs people in."),
            Field("registration_redirect_uri", .text(longest: 2_048), .optional, "Where mailed links lead."),
        ]
    )
}
