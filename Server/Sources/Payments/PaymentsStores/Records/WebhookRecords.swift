package import ChaveBase
import ChavePixModel
import PaymentsModel
package import SQLPort
package import Webhooks

extension WebhookEndpoint: StoredRecord {
    package static let columns = [
        "body", "version", "standing", "disabled_reason", "disabled_at", "failing_since", "failures",
    ]

    package init(columnValues values: ArraySlice<SQLValue>) throws {
        self = try RecordText.decode(WebhookEndpoint.self, from: values.at(0))
        version = try values.at(1).integer
        standing = try Standing(values.at(2), reason: values.at(3), at: values.at(4).timestamp)
        health = EndpointHealth(failingSince: try values.at(5).timestamp, failures: try values.at(6).count)
    }
}

extension WebhookEndpoint.Standing {
    package init(_ text: SQLValue, reason: SQLValue, at time: Timestamp?) throws {
        switch try text.string {
        case "enabled": self = .enabled
        // A deleted endpoint is read only so that it is left alone.
        case "deleted": self = .disabled(.byMerchant, at: time ?? Timestamp(microseconds: 0))
        default:
            guard let reason = Reason(rawValue: try reason.string), let time else {
                throw UnreadableColumn(expected: "reason and time of an endpoint that is disabled")
            }
            self = .disabled(reason, at: time)
        }
    }

    /// The values of the three columns.
    package var columns: (standing: String, reason: String?, at: Timestamp?) {
        switch self {
        case .enabled: ("enabled", nil, nil)
        case .disabled(let reason, let time): ("disabled", reason.rawValue, time)
        }
    }
}

extension WebhookDelivery: StoredRecord {
    package static let columns = [
        "id", "organisation", "endpoint", "event", "type", "object_id", "created_at", "status", "attempts", "failures",
        "next_at", "ended_at",
    ]

    package init(columnValues values: ArraySlice<SQLValue>) throws {
        self.init(
            id: try values.at(0).id(),
            organisation: try values.at(1).id(),
            endpoint: try values.at(2).id(),
            event: Event(
                id: try values.at(3).id(),
                type: try values.at(4).string,
                objectID: try values.at(5).id()
            ),
            createdAt: Timestamp(microseconds: try values.at(6).integer)
        )
        guard let status = Status(rawValue: try values.at(7).string) else {
            throw UnreadableColumn(expected: "status of a delivery")
        }
        self.status = status
        attempts = try values.at(8).count
        failures = try values.at(9).count
        nextAt = try values.at(10).timestamp
        endedAt = try values.at(11).timestamp
    }
}

extension WebhookAttempt: StoredRecord {
    package static let columns = ["number", "at", "milliseconds", "status", "failure"]

    package init(columnValues values: ArraySlice<SQLValue>) throws {
        let failure = try values.at(4)
        self.init(
            number: Int(try values.at(0).integer),
            at: Timestamp(microseconds: try values.at(1).integer),
            milliseconds: try values.at(2).integer,
            status: try values.at(3).isNull ? nil : Int(try values.at(3).integer),
            failure: failure.isNull ? nil : AttemptFailure(rawValue: try failure.string)
        )
    }
}
