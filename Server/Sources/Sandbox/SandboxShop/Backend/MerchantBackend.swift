import ChaveBase
import ChavePixModel
import ChaveTransport
import ChaveWire
import Pages

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The shop's own server: calls the Payments API with the shop's keys, and uses nothing but its answers.
struct MerchantBackend: Sendable {
    let api: any SiteBackend
    let settings: ShopSettings

    /// An object with the entity tag of the version that was read.
    struct Versioned<Resource: Sendable>: Sendable {
        let resource: Resource
        let entityTag: String?
    }

    private var authorization: (name: String, value: String) {
        let pair = Data("\(settings.secretID):\(settings.secretPassword)".utf8)
        return ("Authorization", "Basic \(pair.base64EncodedString())")
    }

    func reply(_ call: SiteCall) async throws(ShopFailure) -> SiteReply {
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
        _ call: SiteCall,
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

    /// Waits until the object at `path` differs from the version `entityTag`, at most 20 seconds.
    func hasChanged(_ path: String, since entityTag: String) async throws(ShopFailure) -> Bool {
        let reply = try await reply(
            SiteCall("GET", path, headers: [("Prefer", "wait=20"), ("If-None-Match", entityTag)])
        )
        return reply.status == 200 && reply.entityTag != entityTag
    }

    private func failure(_ reply: SiteReply) -> ShopFailure {
        let items = (try? JSONValue(parsing: reply.body))?.array ?? []
        return .refused(
            status: reply.status,
            code: items.first?["code"]?.string,
            fields: items.compactMap { $0["field"]?.string }
        )
    }
}

/// Makes calls to the API; calls with the same attempt create one object, however often the form is sent.
extension SiteCall {
    static func post(_ path: String, _ body: JSONValue, attempt: String? = nil) -> SiteCall {
        SiteCall("POST", path, headers: attempt.map { [("Idempotency-Key", "shop-\($0)")] } ?? [], json: body)
    }

    static func patch(_ path: String, _ body: JSONValue) -> SiteCall { SiteCall("PATCH", path, json: body) }

    static func get(_ path: String, query: [(name: String, value: String)] = []) -> SiteCall {
        let text = query.map { "\($0.name)=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
        return SiteCall("GET", path, query: text)
    }
}

/// The reason why the API refused the shop's request.
enum ShopFailure: Error, Hashable, Sendable {
    /// There is no such object, or it belongs to another customer.
    case notFound
    /// Another refusal of the API; `fields` are the fields that it names, `code` is its first error.
    case refused(status: Int, code: String?, fields: [String])
    /// Temporary: the bank did not answer, or the API is overloaded.
    case unavailable(isBank: Bool)
    /// The answer is unreadable.
    case unreadable

    /// The API's code for the first error of a refusal.
    var code: String? {
        guard case .refused(_, let code, _) = self else { return nil }
        return code
    }
}
