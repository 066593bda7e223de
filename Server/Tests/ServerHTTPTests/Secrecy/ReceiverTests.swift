import ChavePixModel
import ChaveWire
import Foundation
import Testing

@testable import ServerHost

/// Whoever receives the money may be a person too.
struct ReceiverTests {
    @Test func aReceiversParticularsAreInNoFileInClear() async throws {
        try await withServer { server in
            let body = Bodies.bankAccount()
                .replacing(
                    ["holder"],
                    with: [
                        "type": "INDIVIDUAL",
                        "information": [
                            "first_name": "Benedita", "last_name": "Quaresma",
                            "identifier": .string(TestCPF.number(77)),
                            "identifier_type": "CPF",
                        ],
                    ]
                )
                .replacing(["details"], with: ["country": "BRA", "pix_key": "benedita@exemplo.com.br"])
            let call = Call.post("/payments/br/bank-accounts/", body, key: "k1")
            let made = try await server.done(call, as: server.shop.basic)
            let read = try await server.done(.get("/payments/br/bank-accounts/\(made.id)/"), as: server.shop.basic)
            #expect(read.json.at("holder", "information", "first_name") == "Benedita")
            #expect(read.json.at("details", "pix_key") == "benedita@exemplo.com.br")
            #expect(try await server.done(call, as: server.shop.basic).body == made.body)

            let planted = ["Benedita", "Quaresma", TestCPF.number(77), "benedita@exemplo.com.br"]
            var files = 0
            for name in try FileManager.default.contentsOfDirectory(atPath: server.directory) {
                guard let bytes = FileManager.default.contents(atPath: "\(server.directory)/\(name)") else { continue }
                files += bytes.range(of: Data(made.id.utf8)) == nil ? 0 : 1
                for text in planted { #expect(bytes.range(of: Data(text.utf8)) == nil, "\(name)") }
            }
            #expect(files > 0)
        }
    }
}
