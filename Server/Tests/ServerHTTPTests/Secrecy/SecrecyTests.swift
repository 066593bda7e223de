import ChaveBase
import ChavePixModel
import ChaveWire
import Foundation
import Logging
import SandboxBank
import Synchronization
import Testing

@testable import ServerHost

/// Everything that would have been logged, at any level.
final class LogCapture: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func append(_ line: String) { lines.withLock { $0.append(line) } }

    var logger: Logger {
        var logger = Logger(label: "capture") { _ in Handler(capture: self) }
        logger.logLevel = .trace
        return logger
    }

    private struct Handler: LogHandler {
        let capture: LogCapture
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level = .trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
            let error = event.error.map { " \($0)" } ?? ""
            capture.append("\(event.level) \(event.message) \(all)\(error)")
        }
    }
}

/// Nothing personal or secret in logs and errors: planted values, looked for in everything that was written.
struct SecrecyTests {
    private static let name = "Plantada Silva Segredo"
    private static let cpf = TestCPF.number(31_415)
    private static let wrongCPF = "98765432199"

    /// What must be found nowhere.
    private static func planted(_ device: TestDevice, _ server: TestServer) -> [String] {
        [
            name, cpf, wrongCPF, Bodies.alice.cpf, Bodies.alice.name, Bodies.alice.password, server.shop.password,
            device.access, device.refresh, device.secret, "alice@exemplo.com.br", "+5511987654321", "5511987654321",
            "Rua das Flores", "-23.5505", "loja.example/secreto",
            Data("\(server.shop.keyID.text):\(server.shop.password)".utf8).base64EncodedString(),
        ]
    }

    @Test func nothingPlantedIsLoggedOrTold() async throws {
        try await withServer { server in
            let capture = LogCapture()
            let errors = Mutex<[String]>([])
            try await server.withSocket(logger: capture.logger) { door, _ in
                let server = server.through(door)
                let device = try await TestDevice(server, of: server.shop)
                var secrets = SecrecyTests.planted(device, server)
                secrets += try await SecrecyTests.walk(device)
                for call in SecrecyTests.refusedCalls(server) {
                    for caller in [
                        server.shop.basic, device.credentials, .none, .basic(SecrecyTests.cpf, "planted-password"),
                    ] {
                        let reply = try await server.send(call, as: caller)
                        if reply.status >= 400 { errors.withLock { $0.append(reply.text) } }
                    }
                }
                secrets.append("planted-password")
                let lines = capture.all
                #expect(lines.count > 50)
                for secret in secrets {
                    let logged = lines.filter { $0.contains(secret) }
                    #expect(logged.isEmpty, "\(secret.prefix(12)) in: \(logged.first ?? "")")
                    let told = errors.withLock { $0.filter { $0.contains(secret) } }
                    #expect(told.isEmpty, "\(secret.prefix(12)) in: \(told.first ?? "")")
                }
            }
            for alert in server.alerts.all { #expect(!"\(alert)".contains(SecrecyTests.cpf)) }
        }
    }

    /// Enrolls, pays and is refused; returns what was secret on the way.
    private static func walk(_ device: TestDevice) async throws -> [String] {
        let server = device.server
        let created = try await device.create()
        var secrets: [String] = []
        let callback = try await HolderAtBank(server: server, holder: Bodies.alice).approve(created)
        for name in ["state", "code", "id_token"] { secrets.append(callback[name]?.string ?? name) }
        let redirection = "/payments/br/enrollments/complete-redirection/"
        let stranger = try await TestDevice(server, of: server.shop)
        _ = try await stranger.send(.post(redirection, callback))
        _ = try await device.done(.post(redirection, callback))
        try await server.settle()
        let path = "/payments/br/enrollments/\(created.id)/"
        let options = try await device.done(.get("\(path)fido-registration-options/"))
        secrets.append(options["challenge"]?.string ?? "challenge")
        secrets.append(options["user"]?["name"]?.string ?? "user")
        let confirmation = try await device.confirmation(of: created.id)
        let response = confirmation.at("confirmation_data", "response")
        for name in ["attestationObject", "clientDataJSON"] { secrets.append(response?[name]?.string ?? name) }
        _ = try await device.done(.post("\(path)confirm/", confirmation))
        try await server.settle()
        let intent = try await device.createIntent(created.id)
        let authorisation = try await device.authorisation(of: intent)
        let method = intent.json.at("payment_method_information", "open_finance_biometric_pix")
        secrets.append(method?["fido_options"]?["challenge"]?.string ?? "challenge")
        let signature = authorisation.at("assertion", "response", "signature")
        secrets.append(signature?.string ?? "signature")
        let intentPath = "/payments/br/payment-intents/\(intent.id)/authorize/"
        _ = try await stranger.send(.post(intentPath, authorisation))
        _ = try await device.done(.post(intentPath, authorisation))
        try await server.settle()
        _ = try await device.send(.post(intentPath, try await device.authorisation(of: intent)))
        return secrets.filter { $0.count > 3 }
    }

    /// Requests that carry planted values in every place where a value can be, and are mostly refused.
    private static func refusedCalls(_ server: TestServer) -> [Call] {
        let customers = "/payments/br/customers/"
        let escapedName = name.replacingOccurrences(of: " ", with: "%20")
        let customer = Bodies.customer().replacing(["name"], with: .string(name))
        let place: JSONValue = [
            "latitude": Bodies.number("-23.5505"), "longitude": "x", "type": "FINE",
        ]
        var calls: [Call] = [
            .get("\(customers)?identifier=\(cpf)&identifier=\(cpf)"), .get("\(customers)?identifier=\(cpf)"),
            .get("\(customers)?\(cpf)=1&\(cpf)=2"), .get("\(customers)?\(escapedName)=1&\(escapedName)=2"),
            .get("\(customers)?search=\(escapedName)&page=x"), .get("\(customers)\(cpf)/"),
            .get("/payments/br/\(escapedName)/"), .get("/\(cpf)"), .get("\(customers)?page=\(cpf)x"),
            .get("\(customers)?cursor=\(cpf)"), .get("/payments/br/enrollments/?customer=\(cpf)"),
            .get("/payments/br/enrollments/?customer__identifier=\(cpf)&institution=\(cpf)"),
            .get("/payments/br/payment-intents/?created_at__gte=\(cpf)"),
            .get("/payments/br/institutions/?id__in=\(cpf)"), .get("/bank/\(cpf)"), .get("/payments/logos/\(cpf).png"),
            .post(customers, customer.replacing(["identifier"], with: .string(wrongCPF))),
            .post(customers, customer.replacing(["identifier"], with: Bodies.number(wrongCPF))),
            .post(customers, customer.replacing(["identifier"], with: .string(cpf))),
            .post(customers, customer.replacing(["identifier"], with: .string(cpf))),
            .post(customers, customer.replacing(["email"], with: .string("\(cpf) alice@exemplo.com.br"))),
            .post(customers, text: "{\"name\":\"\(name)\",\"\(cpf)\":1,\"\(cpf)\":2}"),
            .post(customers, text: "{\"name\":\"\(name)\",}"), .post(customers, text: "\(name) \(cpf)"),
            .post(customers, text: "{\"name\":\"\(name)\"}", type: "text/\(cpf)"),
            .post(customers, customer, key: "\(name) \(cpf)"),
            .post(
                "/payments/br/enrollments/",
                Bodies.enrollment().replacing(["metadata"], with: [cpf: .string(String(repeating: name, count: 30))])
            ),
            .post("/payments/br/enrollments/", Bodies.enrollment().replacing(["metadata"], with: [cpf: 1])),
            .post(
                "/payments/br/enrollments/",
                Bodies.enrollment().replacing(["details", "risk_signals", "geolocation"], with: place)
            ),
            .post(
                "/payments/br/enrollments/",
                Bodies.enrollment().replacing(
                    ["details", "callback_url"],
                    with: .string("https://\(cpf)@loja.example/secreto")
                )
            ),
            .post(
                "/payments/br/enrollments/complete-redirection/",
                ["state": .string(cpf), "error": .string(name), "error_description": .string(cpf)]
            ),
            .post("/payments/api/widget-token/", ["customer": .string(cpf)]),
            .post("/payments/api/widget-token/refresh/", ["refresh": .string(cpf)]),
            Call(method: "DELETE", target: "\(customers)\(cpf)/"),
        ]
        for header in ["X-Request-Id", "Chave-Device", "User-Agent", "Cookie", "Content-Type", "X-Forwarded-For"] {
            var call = Call.get("\(customers)00000000-0000-7000-8000-000000000000/")
            call.headers = [(header, cpf)]
            calls.append(call)
        }
        return calls
    }

    @Test func oneLineOfTheLogPerRequestNamesTheRouteNotThePath() async throws {
        try await withServer { server in
            let capture = LogCapture()
            try await server.withSocket(logger: capture.logger) { door, _ in
                let server = server.through(door)
                let id = server.shop.beneficiary.text
                let reply = try await server.done(.get("/payments/br/bank-accounts/\(id)/?&"), as: server.shop.basic)
                let wanted = try #require(reply.header("X-Request-Id"))
                let lines = capture.all.filter { $0.contains(wanted) }
                #expect(lines.count == 1)
                #expect(lines.first?.contains("/bank-accounts/{id}/") == true)
                #expect(lines.first?.contains(id) == false)
                #expect(lines.first?.contains("200") == true)
            }
        }
    }
}
