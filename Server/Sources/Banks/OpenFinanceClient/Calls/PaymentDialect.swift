import ChaveWire
import InstitutionPort

/// Turns messages of payments 5, which the platform speaks, into those of payments 4, and back.
///
/// A consent of version 4 has no `purpose`, and its schedule no `additionalInformation` except within a list of days. Both
/// are taken out of a request, or moved there. An answer gets its `purpose` back, which its schedule decides.
enum PaymentDialect {
    static func request(_ body: JSONValue, _ operation: InstitutionOperation, _ version: APIVersion) -> JSONValue {
        guard version.major < 5, operation == .createConsent else { return body }
        return changingPayment(of: body) { payment in
            payment["purpose"] = nil
            if var schedule = payment["schedule"]?.object {
                let words = schedule["additionalInformation"]
                schedule["additionalInformation"] = nil
                if var custom = schedule["custom"]?.object {
                    custom["additionalInformation"] = words
                    schedule["custom"] = .object(custom)
                }
                payment["schedule"] = .object(schedule)
            }
        }
    }

    static func answer(_ body: JSONValue, _ operation: InstitutionOperation, _ version: APIVersion) -> JSONValue {
        guard version.major < 5, operation == .createConsent || operation == .readConsent else { return body }
        return changingPayment(of: body) { payment in
            if var schedule = payment["schedule"]?.object, var custom = schedule["custom"]?.object,
                let words = custom["additionalInformation"]
            {
                custom["additionalInformation"] = nil
                schedule["additionalInformation"] = words
                schedule["custom"] = .object(custom)
                payment["schedule"] = .object(schedule)
            }
            guard payment["purpose"] == nil else { return }
            let schedule = payment["schedule"]?.object
            let isSingle = schedule?["single"] != nil
            payment["purpose"] =
                schedule == nil ? "IMMEDIATE" : isSingle ? "SINGLE_SCHEDULED" : "RECURRENT_SCHEDULED"
        }
    }

    private static func changingPayment(of body: JSONValue, _ change: (inout JSONObject) -> Void) -> JSONValue {
        guard var message = body.object, var data = message["data"]?.object, var payment = data["payment"]?.object
        else {
            return body
        }
        change(&payment)
        data["payment"] = .object(payment)
        message["data"] = .object(data)
        return .object(message)
    }
}
