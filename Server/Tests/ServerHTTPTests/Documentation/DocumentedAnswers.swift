import ChaveWire
import Synchronization
import Testing

@testable import HTTPKernel
@testable import PaymentsHTTP

/// What the OpenAPI document says may be answered: every answer that a test sees is looked up in it.
struct DocumentedAnswers: Sendable {
    struct Operation: Sendable {
        let method: String
        let path: String
        /// The error codes of each status; empty where the answer is no refusal.
        let codes: [Int: [String]]
        fileprivate let segments: [Substring]
    }

    let operations: [Operation]

    private static let known = Mutex<DocumentedAnswers?>(nil)

    /// Those of the server under test; the document is the same for all.
    static func of(_ server: TestServer) -> DocumentedAnswers {
        known.withLock { known in
            let answers = known ?? DocumentedAnswers(server.routes.openAPI.json)
            known = answers
            return answers
        }
    }

    init(_ document: JSONValue) {
        var operations: [Operation] = []
        for (path, methods) in document["paths"]?.object?.members ?? [] {
            for (method, operation) in methods.object?.members ?? [] {
                var codes: [Int: [String]] = [:]
                for (status, answer) in operation["responses"]?.object?.members ?? [] {
                    let answer = document.resolving(answer)
                    let items = answer.at("content", "application/json", "schema", "items") ?? .null
                    let list = document.resolving(items)["allOf"]?.array?.last?.at("properties", "code", "enum")?.array
                    codes[Int(status) ?? 0] = list?.compactMap(\.string) ?? []
                }
                operations.append(
                    Operation(
                        method: method.uppercased(),
                        path: path,
                        codes: codes,
                        segments: path.split(separator: "/")
                    )
                )
            }
        }
        self.operations = operations
    }

    /// The operation of a call, also by the guides' short path; `nil` where there is none.
    func operation(_ method: String, _ path: String) -> Operation? {
        let whole = path.split(separator: "/")
        return operations.first { operation in
            operation.method == method
                && (operation.takes(whole) || operation.takes(["payments", "br"] + whole))
        }
    }

    /// Records an issue where a caller who reads the document would be surprised.
    func expect(_ call: Call, _ reply: Reply, sourceLocation: SourceLocation = #_sourceLocation) {
        let path = String(call.target.prefix { $0 != "?" })
        guard let operation = operation(call.method, path) else { return }
        guard let codes = operation.codes[reply.status] else {
            Issue.record(
                "\(call.method) \(operation.path) answers \(reply.status), and is not documented to",
                sourceLocation: sourceLocation
            )
            return
        }
        for code in reply.codes where reply.status >= 400 && !codes.contains(code) {
            Issue.record(
                "\(call.method) \(operation.path) answers \(reply.status) \(code), and is not documented to",
                sourceLocation: sourceLocation
            )
        }
    }
}

extension DocumentedAnswers.Operation {
    fileprivate func takes(_ path: [Substring]) -> Bool {
        segments.count == path.count && zip(segments, path).allSatisfy { $0.first == "{" || $0 == $1 }
    }
}

extension JSONValue {
    /// What a `$ref` of this document names, or the value itself.
    func resolving(_ value: JSONValue) -> JSONValue {
        guard let reference = value["$ref"]?.string else { return value }
        let names = reference.split(separator: "/").dropFirst()
        return names.reduce(Optional(self)) { $0?[String($1)] }.map(resolving) ?? .null
    }
}
