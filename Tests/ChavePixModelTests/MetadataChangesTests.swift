import ChavePixModel
import ChaveWire
import Testing

struct MetadataChangesTests {
    private func changed(_ old: JSONValue, by changes: JSONValue) throws -> JSONValue {
        var notes = Metadata()
        for member in old.object?.members ?? [] { notes[member.name] = member.value.string }
        let request = try UpdatePaymentIntentRequest(json: JSONValue(dictionaryLiteral: ("metadata", changes)))
        return notes.changed(by: request.metadata).json
    }

    @Test func whatIsNamedIsSetOrRemovedAndTheRestStays() throws {
        let old: JSONValue = ["order": "17", "shop": "3", "gift": "yes"]
        #expect(try changed(old, by: ["order": "18"]) == ["order": "18", "shop": "3", "gift": "yes"])
        #expect(try changed(old, by: ["shop": .null, "gift": ""]) == ["order": "17"])
        #expect(try changed(old, by: ["new": "x"]) == ["order": "17", "shop": "3", "gift": "yes", "new": "x"])
        #expect(try changed(old, by: ["never there": .null]) == old)
        #expect(try changed(old, by: [:]) == old)
        #expect(try changed(old, by: .null) == [:])
    }

    @Test func everyOtherMemberOfAPaymentIntentIsNamed() throws {
        let names =
            PaymentIntentResource.schema.fields.map(\.name) + CreatePaymentIntentRequest.schema.fields.map(\.name)
        for name in Set(names).subtracting(["metadata"]) {
            for value: JSONValue in ["x", 1, .null] {
                let body = JSONValue(dictionaryLiteral: ("metadata", [:]), (name, value))
                #expect(throws: FieldErrors.self, "\(name)") { try UpdatePaymentIntentRequest(json: body) }
                do throws(FieldErrors) {
                    _ = try UpdatePaymentIntentRequest(json: body)
                } catch {
                    #expect(error.items.map(\.field) == [name] && error.items.map(\.code) == [.invalid])
                }
            }
        }
        #expect(throws: Never.self) { try UpdatePaymentIntentRequest(json: ["metadata": [:], "unheard_of": 1]) }
    }
}
