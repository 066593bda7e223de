package import ChaveWire
package import HTTPKernel
package import SignInCore
import Waiting

/// Sign-in's addresses (docs/sign-in.md), each a row.
package struct SignInAPI: Sendable {
    let signIn: SignIn
    /// The records together with the callers that wait for their changes.
    package let records: RecordBoard
    let shelf = DocumentShelf()
    package private(set) var table: RouteTable<SignInAPI> = SignInAPI.table([])

    /// `records` are those that `signIn` was made with: they decide when a held answer is due.
    package init(signIn: SignIn, records: RecordBoard) {
        self.signIn = signIn
        self.records = records
        table = SignInAPI.table(everyRow)
    }

    var everyRow: [SignInRoute] {
        discoveryRows + oauthRows + credentialRows + extensionRows + claimRows + userRows + deviceRows + clientRows
            + resourceServerRows
            + profileRows + scopeRows + eventRows + browserRows
    }

    /// The OpenAPI document, as `GET /openapi-sign-in.json` gives it.
    package var openAPI: JSONValue { SignInDocument(rows: everyRow).json }

    /// Answers all held requests, now and from now on, with the current state: the server is about to stop.
    package func endWaits() { records.board.end() }

    /// How many requests are held now.
    package var waitingCount: Int { records.board.count }
}
