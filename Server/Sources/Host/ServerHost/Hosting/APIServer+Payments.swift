public import ChaveBase
public import ChavePixModel
public import HTTPKernel
public import PaymentsCore
import PaymentsHTTP
public import Webhooks

extension APIServer {
    /// A server of the Payments API: it answers for the whole server.
    ///
    /// `pages` are the pages for people, if this server has any; `logos` gives the PNG of an institution. `admission`
    /// limits the incoming requests. `names` are the host names that requests may use; without names any host is
    /// allowed.
    public init(
        payments: Payments,
        operations: Operations,
        webhooks: MerchantWebhooks? = nil,
        pages: (any PageHandler)? = nil,
        logos: @escaping @Sendable (InstitutionID) -> [UInt8]? = { _ in nil },
        admission: Admission = Admission(.sandbox),
        headers: AnswerHeaders = AnswerHeaders(),
        names: ServerNames? = nil,
        world: World
    ) {
        self.init(
            principal: PaymentsRoutes(payments: payments, webhooks: webhooks, logos: logos),
            operations: { await operations.answer($0) },
            pages: pages,
            admission: admission,
            headers: headers,
            names: names,
            world: world
        )
    }
}
