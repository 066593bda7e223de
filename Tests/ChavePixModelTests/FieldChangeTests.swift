import ChaveBase
import ChavePixModel
import ChaveWire
import Testing

/// A PATCH that leaves something out, removes it and sets it are three requests.
@Suite struct FieldChangeTests {
    @Test(arguments: [
        (#"{}"#, FieldChange<String>.unchanged), (#"{"description":null}"#, .removed),
        (#"{"description":"Loja"}"#, .set("Loja")),
    ])
    func leavingOutRemovingAndSettingAreThreeThings(_ text: String, _ expected: FieldChange<String>) throws {
        let request = try UpdateWebhookRequest(json: try JSONValue(parsing: text), in: SchemaContext())
        #expect(request.description == expected)
        #expect(request.bearerToken == .unchanged)
        #expect(request.json.text == text)
    }

    @Test func aTokenIsRemovedByNullAlone() throws {
        let request = try UpdateWebhookRequest(
            json: ["enabled": false, "bearer_token": nil],
            in: SchemaContext()
        )
        #expect(request.bearerToken == .removed)
        #expect(request.description == .unchanged && request.enabled == false)
        #expect(throws: FieldErrors.self) {
            try UpdateWebhookRequest(json: ["bearer_token": ""], in: SchemaContext())
        }
    }
}
