import ChavePixModel
import PaymentsModel
import SQLPort
import Webhooks

/// A change of an endpoint as statements, each with the refusal that its failure means.
struct EndpointChange {
    private(set) var statements: [SQLStatement] = []
    private var refusals: [EndpointRefusal] = []

    /// Inserts an endpoint; two simultaneous inserts run one after the other, so that both are counted.
    init(inserting endpoint: WebhookEndpoint, atMost limit: Int) throws {
        let organisation = endpoint.organisation
        add(AccessStatement.holdOrganisation, [organisation])
        add(EndpointStatement.requireFree, [organisation, endpoint.url], orElse: .urlTaken)
        add(EndpointStatement.requireFewer, [organisation, SQLValue.limit(limit)], orElse: .tooMany)
        let standing = endpoint.standing.columns
        add(
            EndpointStatement.insert,
            [
                organisation, endpoint.id, endpoint.version, endpoint.url, standing.standing, standing.reason,
                standing.at, endpoint.events == nil, try RecordText.encode(endpoint), endpoint.health.failingSince,
                endpoint.health.failures,
            ]
        )
        addChoices(of: endpoint)
    }

    /// Stores a merchant's change.
    init(updating endpoint: WebhookEndpoint) throws {
        let (organisation, id) = (endpoint.organisation, endpoint.id)
        add(EndpointStatement.requireFreeForThis, [organisation, id, endpoint.url], orElse: .urlTaken)
        let standing = endpoint.standing.columns
        add(
            EndpointStatement.update,
            [
                organisation, id, endpoint.version, endpoint.url, standing.standing, standing.reason, standing.at,
                endpoint.events == nil, try RecordText.encode(endpoint),
            ]
        )
        add(EndpointStatement.forgetChoices, [organisation, id])
        addChoices(of: endpoint)
    }

    /// The refusal that the caller gets.
    func refusal(for failure: SQLFailure) -> EndpointRefusal {
        switch failure {
        case .unmet(let place): refusals[place]
        // Another writer took the URL between the check and the insert.
        case .taken(let key, _): key == "webhook_endpoint_url" ? .urlTaken : .conflict
        case .fault(let fault): .fault(StorageFault(fault))
        }
    }

    private mutating func addChoices(of endpoint: WebhookEndpoint) {
        for type in (endpoint.events ?? []).sorted() {
            add(EndpointStatement.choose, [endpoint.organisation, endpoint.id, type])
        }
    }

    private mutating func add(
        _ text: SQLText,
        _ arguments: SQLArguments,
        orElse refusal: EndpointRefusal = .conflict
    ) {
        statements.append(SQLStatement(text, arguments))
        refusals.append(refusal)
    }
}
