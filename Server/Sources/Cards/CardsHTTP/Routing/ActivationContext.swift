import ChavePixModel
import HTTPKernel
import TokenActivationCore

/// A request that one of the rows of ``TokenActivationAPI`` handles.
package struct ActivationContext: Sendable {
    let call: RouteCall<TokenActivationAPI>
    /// The holder who sends the request; `nil` on a row that is open to everyone.
    let provenSession: HolderSession?

    var request: ServerRequest { call.request }

    var session: HolderSession {
        get throws(Problem) {
            guard let provenSession else { throw Problem(.invalidToken) }
            return provenSession
        }
    }

    /// A path parameter, as it was sent.
    func parameter(_ index: Int = 0) -> String { call.parameters[index].map(String.init) ?? "" }
}
