import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel
import SignInCore
import SignInModel

extension SignInAPI {
    /// The routes of a tenant's own scopes and the claims that each scope opens.
    var scopeRows: [SignInRoute] {
        [
            SignInRoute("POST", "/v0/configs/scopes", body: .json(Schema.scopes)) { [signIn] context in
                let tenant = try await managedTenant(context)
                let scopes = try context.json().objects("scopes").map(ClaimScope.init(sent:))
                return .scopes(try await signIn.configureScopes(scopes, of: tenant))
            }.described("configureScopes", "Replaces the tenant's own scopes.", .scopes),
            SignInRoute("GET", "/v0/configs/scopes") { [signIn] context in
                let tenant = try await managedTenant(context)
                return .scopes(try await signIn.scopes(of: tenant))
            }.described("getScopes", "Gives the tenant's own scopes.", .scopes),
        ]
    }
}

extension ClaimScope {
    /// Reads an object that conforms to the table.
    fileprivate init(sent object: JSONObject) {
        self.init(
            name: object["name"]?.string ?? "",
            claims: object["claims"]?.array?.compactMap(\.string) ?? [],
            isInIDToken: object["id_token"]?.bool ?? false,
            sentence: object["description"]?.string
        )
    }
}

extension ServerAnswer {
    fileprivate static func scopes(_ scopes: [ClaimScope]) -> ServerAnswer {
        .json(["scopes": .array(scopes.map { .object($0.json) })])
    }
}

extension Schema {
    static let scopes = Schema(
        "Scopes",
        "All scopes of a tenant's own, each with the claims that it opens.",
        [
            Field(
                "scopes",
                .array(.object(scope), count: 0...20, takesSingleValue: false),
                .required,
                "What is left out is not there afterwards."
            )
        ]
    )

    private static let scope = Schema(
        "ClaimScope",
        "A scope of the tenant's own.",
        [
            Field("name", .text(longest: 64), .required, "What a client asks for."),
            Field(
                "claims",
                .array(.text(longest: 100), count: 1...20, takesSingleValue: false),
                .required,
                "What user information has by it."
            ),
            Field(
                "id_token",
                .boolean,
                .optional,
                isNullable: false,
                "Whether ID tokens have it too; false without."
            ),
            Field(
                "description",
                .text(longest: 200),
                .optional,
                isNullable: false,
                "What a person who is asked to agree reads, such as: see your level."
            ),
        ]
    )
}
