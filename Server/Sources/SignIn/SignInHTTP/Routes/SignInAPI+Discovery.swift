import ChaveJOSE
import ChaveWire
import HTTPKernel
import SignInCore

extension SignInAPI {
    /// The documents that clients read about a tenant before any other request.
    var discoveryRows: [SignInRoute] {
        let document: SignInRoute.Handler = { [signIn] context in
            .published(.object(try await signIn.discoveryDocument(of: try context.requiredTenant())))
        }
        return [
            SignInRoute("GET", "/.well-known/openid-configuration", .belowTenant, proof: .nothing, document)
                .shared(with: .everybody)
                .extensible()
                .described("getMetadata", "Gives a tenant's metadata.", .metadata),
            // RFC 8414, section 3.1, puts this part between the host and the issuer's path.
            SignInRoute(
                "GET",
                "/.well-known/oauth-authorization-server/t/{tenant}",
                .asWritten,
                proof: .nothing,
                document
            )
            .shared(with: .everybody)
            .extensible()
            .described("getMetadataByHost", "Gives a tenant's metadata at the address of RFC 8414.", .metadata),
            SignInRoute("GET", "/.well-known/jwks.json", .belowTenant, proof: .nothing) { [signIn] context in
                .published(try await signIn.publicKeys(of: try context.requiredTenant()).json)
            }
            .shared(with: .everybody)
            .extensible()
            .described("getPublicKeys", "Gives the keys that ID tokens are signed with.", .publicKeys),
            SignInRoute("GET", "/openapi-sign-in.json", .asWritten, proof: .nothing) { [self] context in
                shelf.document("sign-in") {
                    ShelvedDocument(openAPI.encoded(), "application/json")
                }.answer(to: context.request)
            },
        ]
    }
}
