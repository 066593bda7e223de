import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel
import SignInCore
import SignInModel

extension SignInAPI {
    /// The routes by which a tenant's own server manages its users.
    var userRows: [SignInRoute] {
        [
            SignInRoute("POST", "/v1/manage/users", body: .json(SignInAPI.userRequest)) { [signIn] context in
                let tenant = try await managedTenant(context)
                let fields = try context.json()
                let draft = UserDraft(
                    externalID: try fields.text("external_id"),
                    email: try fields.text("email"),
                    userName: try fields.text("user_name"),
                    displayName: try fields.text("display_name"),
                    claims: fields.object("claims") ?? JSONObject()
                )
                return .object(try await signIn.createUser(draft, of: tenant).json, status: 201)
            }.described("createUser", "Creates a person and mails a link.", answers: 201, .user),
            SignInRoute("GET", "/v1/manage/users", query: SignInAPI.userFields) { context in
                try await listUsers(context)
            }.described("listUsers", "Lists people, by age.", .users),
            SignInRoute("POST", "/v1/manage/recover-user", body: .json(SignInAPI.recoveryRequest)) { [self] context in
                let tenant = try await managedTenant(context)
                let external = try context.json().text("external_id")
                return try await shown(try await signIn.recoverUser(externalID: external, of: tenant))
            }.described("recoverUser", "Mails a link that replaces the person's devices.", .user),
            SignInRoute("GET", "/v1/manage/users/{id}") { [self] context in
                let tenant = try await managedTenant(context)
                return try await shown(try await signIn.user(context.parameter("id"), of: tenant))
            }.described("getUser", "Gives one person.", .user),
            SignInRoute("PATCH", "/v1/manage/users/{id}", body: .json(SignInAPI.userPatch)) { [self] context in
                let tenant = try await managedTenant(context)
                let fields = try context.json()
                let patch = UserPatch(
                    externalID: fields.find("external_id"),
                    email: fields.find("email"),
                    userName: fields.find("user_name"),
                    displayName: fields.find("display_name"),
                    claims: fields.object("claims")
                )
                return try await shown(try await signIn.changeUser(context.parameter("id"), patch, of: tenant))
            }.described("changeUser", "Changes a person; a new address once it is proven.", .user),
            SignInRoute("DELETE", "/v1/manage/users/{id}") { [signIn] context in
                let tenant = try await managedTenant(context)
                return .object(try await signIn.deleteUser(context.parameter("id"), of: tenant).json)
            }.described("deleteUser", "Forgets a person for good.", .user),
            SignInRoute("POST", "/v1/manage/users/{id}/suspend") { [signIn] context in
                let tenant = try await managedTenant(context)
                return .object(try await signIn.suspendUser(context.parameter("id"), of: tenant).json)
            }.described("suspendUser", "Lets a person sign in no more.", .user),
            SignInRoute("POST", "/v1/manage/users/{id}/activate") { [self] context in
                let tenant = try await managedTenant(context)
                return try await shown(try await signIn.activateUser(context.parameter("id"), of: tenant))
            }.described("activateUser", "Lets a person sign in again.", .user),
        ]
    }

    private func listUsers(_ context: SignInContext) async throws -> ServerAnswer {
        let tenant = try await managedTenant(context)
        let query = try context.query()
        if let external = query["external_id"] {
            let found = try await signIn.user(externalID: external, of: tenant)
            guard let found else { return .json(["users": []]) }
            return .json(["users": [.object(try await whole(found))]])
        }
        let paging = SignInPaging(query)
        let users = try await signIn.users(of: tenant, after: paging.last, limit: paging.size + 1)
        let pending = try await signIn.pendingMails(of: tenant, after: paging.last, limit: paging.size + 1)
        return paging.answer(users, as: "users", id: \.id) { $0.json(pending: pending[$0.id]) }
    }

    private func shown(_ user: User) async throws -> ServerAnswer { .object(try await whole(user)) }

    private func whole(_ user: User) async throws -> JSONObject {
        user.json(pending: try await signIn.pendingMail(of: user.id, user.tenant))
    }

    /// The tenant of the API token, which must equal the path's tenant where the path has one.
    func managedTenant(_ context: SignInContext) async throws -> TenantID {
        let tenant = try await signIn.tenant(ofAPIToken: try context.bearer())
        guard context.tenant == nil || context.tenant == tenant else {
            throw OAuthError(.invalidToken, "Send a live API token as Bearer.", status: 401)
        }
        return tenant
    }

    private static let externalID = Field(
        "external_id",
        .text(longest: 255),
        .required,
        "The tenant's own name for the person."
    )
    private static let delivery = Field(
        "binding_token_delivery_method",
        .enumeration(["email"]),
        .required,
        "How the link goes out."
    )

    private static let claimsRule =
        "At most \(CustomClaims.most) claims of the tenant's own: texts, numbers, booleans, lists of texts; "
        + "\(CustomClaims.mostBytes) bytes in all."

    private static let userRequest = Schema(
        "CreateUserRequest",
        "A person who is mailed a link to register a device.",
        [
            externalID,
            Field("email", .text(longest: 254), .required, "Where the link goes."),
            Field("user_name", .text(longest: 200), .required, "preferred_username of its tokens."),
            Field("display_name", .text(longest: 200), .required, "What people see."),
            Field("claims", .anyObject, .optional, isNullable: false, SignInAPI.claimsRule),
            delivery,
        ]
    )

    private static let userPatch = Schema(
        "ChangeUserRequest",
        "What is to be changed; what is left out stays.",
        [
            Field(
                "external_id",
                .text(longest: 255),
                .optional,
                isNullable: false,
                "The tenant's own name for the person."
            ),
            Field("email", .text(longest: 254), .optional, isNullable: false, "A new address, which is mailed a link."),
            Field("user_name", .text(longest: 200), .optional, isNullable: false, "preferred_username of its tokens."),
            Field("display_name", .text(longest: 200), .optional, isNullable: false, "What people see."),
            Field("claims", .anyObject, .optional, isNullable: false, SignInAPI.claimsRule + " Replaces them all."),
        ]
    )

    private static let recoveryRequest = Schema(
        "RecoverUserRequest",
        "A person who is mailed a link that replaces their devices.",
        [externalID, delivery]
    )

    private static let userFields =
        [Field("external_id", .text(longest: 255), .optional, "The one person of this name.")] + SignInPaging.fields
}
