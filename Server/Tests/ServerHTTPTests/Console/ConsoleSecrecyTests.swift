import ChaveBase
import ChavePixModel
import ChaveWire
import Console
import PaymentsCore
import PaymentsModel
import PaymentsStores
import SandboxBank
import Testing

@testable import ServerHost

/// The console shows nothing personal and nothing secret: planted values, looked for in everything that its port gives.
struct ConsoleSecrecyTests {
    private static let planted = [
        Bodies.alice.cpf, Bodies.alice.name, Bodies.alice.password, "aparelho-plantado", "loja.example/callback",
        "Dispositivo plantado", "Descricao plantada", "Extrato plantado", "metadado-plantado", "ganchos-plantados",
        "geheim", "Benedita", "benedita@exemplo.com.br", "Quaresma", TestCPF.number(77), "11222333000181", "100200300",
    ]

    private static func enrollment(of device: TestDevice) -> JSONValue {
        Bodies.enrollment(deviceID: device.deviceID, externalID: "cadastro-1")
            .replacing(["details", "name"], with: "Dispositivo plantado")
            .replacing(["metadata"], with: ["nota": "metadado-plantado"])
    }

    private static func receiver() -> JSONValue {
        Bodies.bankAccount()
            .replacing(
                ["holder"],
                with: [
                    "type": "INDIVIDUAL",
                    "information": [
                        "first_name": "Benedita", "last_name": "Quaresma", "identifier": .string(TestCPF.number(77)),
                        "identifier_type": "CPF",
                    ],
                ]
            )
            .replacing(["details"], with: ["country": "BRA", "pix_key": "benedita@exemplo.com.br"])
    }

    @Test func nothingPersonalIsShown() async throws {
        try await withServer { server in
            let rig = ConsoleRig(server)
            _ = try await rig.hear(server.shop, at: "https://ganchos.example/ganchos-plantados?chave=geheim")
            let device = try await TestDevice(server, of: server.shop, deviceID: "aparelho-plantado")
            let created = try await device.done(
                .post("/payments/br/enrollments/", Self.enrollment(of: device))
            )
            let url = try #require(created.json.at("details", "redirect_url")?.string)
            let parameters = try await HolderAtBank(server: server, holder: Bodies.alice).approve(created)
            _ = try await device.done(.post("/payments/br/enrollments/complete-redirection/", parameters))
            try await server.settle()
            let confirmation = try await device.confirmation(of: created.id)
            _ = try await device.done(.post("/payments/br/enrollments/\(created.id)/confirm/", confirmation))
            try await server.settle()
            let account = try await server.done(
                .post("/payments/br/bank-accounts/", Self.receiver()),
                as: server.shop.basic
            )
            let body = try await device.intentBody(created.id, externalID: "pedido-1")
                .replacing(["description"], with: "Descricao plantada")
                .replacing(["statement_description"], with: "Extrato plantado")
                .replacing(["metadata"], with: ["nota": "metadado-plantado"])
            let intent = try await device.done(.post("/payments/br/payment-intents/", body))
            let approval = try await device.authorisation(of: intent)
            _ = try await device.done(.post("/payments/br/payment-intents/\(intent.id)/authorize/", approval))
            try await server.settle()

            let paid = try #require(PaymentIntentID(intent.id))
            #expect(try await rig.records.payment(paid)?.row.status == "SUCCEEDED", "the whole way was gone")
            var secrets = Self.planted + [url, device.secret, device.access, server.shop.password, account.id]
            secrets += ["challenge", "signature"].compactMap { name in
                approval.at("assertion", "response", name)?.string
                    ?? intent.json.at(
                        "payment_method_information",
                        "open_finance_biometric_pix",
                        "fido_options",
                        name
                    )?.string
            }
            for name in ["state", "code", "id_token"] { secrets += [parameters[name]?.string].compactMap { $0 } }
            let enrolled = try #require(EnrollmentID(created.id))
            let stored = try #require(try await server.store.enrollment(enrolled))
            secrets += [stored.customer.text, stored.bank?.account?.maskedNumber ?? ""]
            #expect(secrets.count >= Self.planted.count + 12)
            #expect(secrets.allSatisfy { !$0.isEmpty })
            let shown = try await rig.everything(searching: secrets + [created.id, intent.id, "pedido-1"])
            // What it shows is there, so that what is not found is not there for want of anything.
            for known in [created.id, intent.id, "pedido-1", "cadastro-1", "ganchos.example", "Loja Exemplo"] {
                #expect(shown.contains(known), "\(known)")
            }
            for secret in secrets { #expect(!shown.contains(secret), "\(secret)") }
        }
    }
}
