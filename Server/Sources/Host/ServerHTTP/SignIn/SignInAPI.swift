package import ChaveWire
import PaymentsCore
package import SignInCore

/// Sign-in's addresses (docs/sign-in.md), each a row.
package struct SignInAPI: Sendable {
    let signIn: SignIn
    /// Who waits for what.
    let records: RecordBoard
    let shelf = DocumentShelf()
    private var rows: [SignInRoute]

    /// `records` are those that `signIn` was made with: they say when a held answer is to be given.
    package init(signIn: SignIn, records: RecordBoard) {
        self.signIn = signIn
        self.records = records
        rows = []
        rows = everyRow
    }

    var everyRow: [SignInRoute] {
        discoveryRows + oauthRows + credentialRows + extensionRows + claimRows + userRows + deviceRows + clientRows
            + resourceServerRows
            + profileRows + scopeRows + eventRows + browserRows
    }

    /// What the table says of a request; `nil` where its path is none of sign-in's.
    func match(_ request: ServerRequest) -> SignInMatch? {
        // Most requests of a server are other ones, and need no look at each row.
        let isNear = SignInAPI.beginnings.contains { request.path.utf8.starts(with: $0.utf8) }
        return isNear && !SignInAPI.isPageOfQR(request) ? rows.match(request) : nil
    }

    private static let beginnings = ["/v0/", "/v1/", "/v2/", "/t/", "/.well-known/", "/openapi-sign-in.json"]

    /// The OpenAPI document, as `GET /openapi-sign-in.json` gives it.
    package var openAPI: JSONValue { SignInDocument(rows: everyRow).json }

    /// Answers everybody who is held, now and from now on, with what stands: the server is about to stop.
    package func endWaits() { records.board.end() }

    /// How many requests are held now.
    package var waitingCount: Int { records.board.count }
}
