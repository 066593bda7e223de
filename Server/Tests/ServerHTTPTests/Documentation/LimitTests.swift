import ChaveBase
import ChavePixModel
import ChaveWire
import Testing

@testable import PaymentsHTTP
@testable import ServerHost

/// A limit of the document is the limit of the server: one beyond it is 400 and named, one at it is not.
struct LimitTests {
    @Test func everyLimitOfEveryBodyIsTheServers() async throws {
        try await withServer { server in
            let document = server.routes.openAPI.json
            let documented = DocumentedAnswers(document)
            var count = 0
            for inlet in try await Inlet.all(server) {
                let path = try #require(documented.operation(inlet.method, inlet.path)).path
                let body = document.at("paths", path, inlet.method.lowercased(), "requestBody", "content")
                let schema = try #require(body?.at("application/json", "schema"))
                for limit in DocumentedLimits(document: document).limits(of: schema, good: inlet.good) {
                    count += 1
                    let what = Comment(rawValue: "\(inlet.schema.name) \(limit.field) \(limit.keyword)")
                    let names = limit.field.split(separator: ".").map(String.init)
                    let beyond = inlet.call(inlet.good.replacing(names, with: limit.beyond))
                    let refused = try await server.send(beyond, as: inlet.caller)
                    expectRefusal(refused, 400, field: limit.field, at: what)
                    guard let within = limit.within else { continue }
                    let taken = try await server.send(
                        inlet.call(inlet.good.replacing(names, with: within)),
                        as: inlet.caller
                    )
                    #expect(taken.status < 500, what)
                    // Notes have a bound together with those that stand there: see IntentMetadataTests.
                    let isOfAll = inlet.schema.name == "UpdatePaymentIntentRequest" && taken.codes == ["too_long"]
                    #expect(
                        !taken.fields.contains(limit.field) || taken.codes == ["does_not_exist"] || isOfAll,
                        "\(what) \(taken.text)"
                    )
                }
            }
            #expect(count > 300)
            print("cases: documented limits \(count)")
        }
    }

    @Test func everyLimitOfEveryQueryIsTheServers() async throws {
        try await withServer { server in
            let document = server.routes.openAPI.json
            let limits = DocumentedLimits(document: document)
            var count = 0
            for operation in DocumentedAnswers(document).operations where operation.method == "GET" {
                let object = document.at("paths", operation.path, "get") ?? .null
                for parameter in object["parameters"]?.array ?? [] where parameter["in"] == "query" {
                    let name = parameter["name"]?.string ?? ""
                    let schema = document.resolving(parameter["schema"] ?? .null)
                    let parts = [schema] + (schema["items"].map { [$0] } ?? [])
                    for limit in parts.flatMap({ limits.value($0, good: nil, at: [name]) }) {
                        guard let beyond = LimitTests.text(limit.beyond) else { continue }
                        count += 1
                        let what = Comment(rawValue: "\(operation.path) \(name) \(limit.keyword)")
                        let call = Call.get("\(operation.path)?\(name)=\(beyond)")
                        expectRefusal(try await server.send(call, as: server.shop.basic), 400, field: name, at: what)
                        guard let within = LimitTests.text(limit.within) else { continue }
                        let good = Call.get("\(operation.path)?\(name)=\(within)")
                        let taken = try await server.send(good, as: server.shop.basic)
                        #expect(taken.status == 200, "\(what) \(taken.text)")
                    }
                }
            }
            #expect(count > 50)
        }
    }

    /// A value as it stands in a query; `nil` where a query cannot say it: it has texts only.
    private static func text(_ json: JSONValue?) -> String? {
        switch json {
        case .string(let text):
            text.unicodeScalars.map { $0.value < 0x20 ? "%07" : $0 == " " ? "%20" : "\($0)" }.joined()
        case .number(let number) where number.text != "1": number.text
        default: nil
        }
    }
}
