import ChaveBase
import ChavePixModel
import ChaveTransport
import ChaveWire

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The shop's own server: asks the Payments API with the shop's keys, and looks at nothing but its answers.
struct MerchantBackend: Sendable {
    let api: any PaymentsAPI
    let settings: ShopSettings

    /// An object with the version that it was read in.
    struct Versioned<Resource: Sendable>: Sendable {
        let resource: Resource
        let entityTag: String?
    }

    private var authorization: (name: String, value: String) {
        let pair = Data("\(settings.secretID):\(settings.secretPassword)".utf8)
        return ("Authorization", "Basic \(pair.base64EncodedString())")
    }

    func reply(_ call: PaymentsCall) async throws(ShopFailure) -> PaymentsReply {
        var call = call
        call.headers.append(authorization)
        let reply = await api.send(call)
        switch reply.status {
        case 200...299, 304: return reply
        case 404: throw .notFound
        case 429, 503: throw .unavailable(isBank: failure(reply).code == "institution_unavailable")
        default: throw failure(reply)
        }
    }

    func read<Resource: APIMessage>(
        _ call: PaymentsCall,
        as type: Resource.Type = Resource.self
    ) async throws(ShopFailure) -> Versioned<Resource> {
        let reply = try await reply(call)
        do {
            let resource = try Resource(json: JSONValue(parsing: reply.body, limits: .list))
            return Versioned(resource: resource, entityTag: reply.entityTag)
        } catch {
            throw .unreadable
        }
    }

    /// Holds until the object at `path` is another than in the version `entityTag`, or until a while has passed.
    func hasChanged(_ path: String, since entityTag: String) async throws(ShopFailure) -> Bool {
        let reply = try await reply(
            PaymentsCall("GET", path, headers: [("Prefer", "wait=20"), ("If-None-Match", entityTag)])
        )
        return reply.status == 200 && reply.entityTag != entityTag
    }

    private func failure(_ reply: PaymentsReply) -> ShopFailure {
        let items = (try? JSONValue(parsing: reply.body))?.array ?? []
        return .refused(
            status: reply.status,
            code: items.first?["code"]?.string,
            fields: items.compactMap { $0["field"]?.string }
        )
    }
}

/// A call that may be repeated: the same attempt is one object, however often its form is sent.
extension PaymentsCall {
    static func post(_ path: String, _ body: JSONValue, attempt: String? = nil) -> PaymentsCall {
        PaymentsCall("POST", path, headers: attempt.map { [("Idempotency-Key", "shop-\($0)")] } ?? [], body: body)
    }

    static func get(_ path: String, query: [(name: String, value: String)] = []) -> PaymentsCall {
        let text = query.map { "\($0.name)=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
        return PaymentsCall("GET", path, query: text)
    }
}
