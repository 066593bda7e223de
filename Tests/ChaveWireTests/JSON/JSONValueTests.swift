import ChaveWire
import Testing

@Suite struct JSONValueTests {
    @Test func membersKeepTheirOrder() throws {
        let value = try JSONValue(parsing: #"{"z":1,"a":2,"m":3}"#)
        #expect(value.object?.names == ["z", "a", "m"])
        #expect(value.text == #"{"z":1,"a":2,"m":3}"#)
    }

    @Test func theOrderOfMembersDoesNotMakeObjectsDiffer() throws {
        #expect(try JSONValue(parsing: #"{"a":1,"b":2}"#) == JSONValue(parsing: #"{"b":2,"a":1}"#))
    }

    @Test func whatMustBeEscapedIsEscaped() {
        let value: JSONValue = ["\"\\": "\u{0}\u{1F}\n\u{7F}/é🔑"]
        #expect(value.text == #"{"\"\\":"\u0000\u001f\u000a"# + "\u{7F}/é🔑\"}")
    }

    @Test func anObjectIsEditedByName() {
        var object = JSONObject()
        object["a"] = 1
        object["b"] = 2
        object["a"] = 3
        #expect(object.names == ["a", "b"])
        #expect(object["a"] == 3)
        object["a"] = .some(nil)
        #expect(object["a"] == .null)
        object["a"] = nil as JSONValue?
        #expect(object.names == ["b"])
        #expect(object.members.map(\.name) == ["b"])
        #expect(object.count == 1 && !object.isEmpty)
    }

    @Test func accessorsAnswerOnlyForTheirKind() {
        #expect(JSONValue("a").string == "a" && JSONValue("a").number == nil)
        #expect(JSONValue(nil as String?).isNull)
        #expect(JSONValue(true).bool == true && JSONValue(true).string == nil)
        #expect(JSONValue(7 as Int64).number?.int64 == 7 && JSONValue(7 as Int).bool == nil)
        #expect((["a"] as JSONValue).array?.count == 1 && (["a"] as JSONValue).object == nil)
        #expect((["a": 1] as JSONValue)["a"] == 1 && (["a": 1] as JSONValue)["b"] == nil && JSONValue.null["a"] == nil)
    }
}
