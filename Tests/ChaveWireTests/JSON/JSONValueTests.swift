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

    /// Above eight members an index answers; it follows every change.
    @Test func manyMembersAreFoundReplacedAndRemoved() throws {
        var object = JSONObject()
        for number in 0..<40 { object["n\(number)"] = JSONValue(number) }
        #expect(try JSONValue(parsing: JSONValue.object(object).encoded()) == .object(object))
        for number in stride(from: 0, to: 40, by: 2) { object["n\(number)"] = nil as JSONValue? }
        object["n1"] = "one"
        #expect(object.names == stride(from: 1, to: 40, by: 2).map { "n\($0)" })
        for number in 0..<40 {
            let expected: JSONValue? = number == 1 ? .some("one") : number % 2 == 1 ? .some(JSONValue(number)) : .none
            #expect(object["n\(number)"] == expected)
        }
        for number in 5..<40 { object["n\(number)"] = nil as JSONValue? }
        #expect(JSONValue.object(object) == ["n3": 3, "n1": "one"])
        #expect(object.hashValue == (["n3": 3, "n1": "one"] as JSONValue).object?.hashValue)
    }

    @Test func aNameThatStandsTwiceIsFoundAmongMany() {
        for count in [7, 8, 9, 10, 2_000] {
            let members = (0..<count).map { "\"n\($0)\":0" }
            for name in ["n0", "n\(count - 1)"] {
                let text = "{" + (members + ["\"\(name)\":1"]).joined(separator: ",") + "}"
                #expect { try JSONValue(parsing: text) } throws: { ($0 as? JSONError)?.problem == .duplicateName }
            }
        }
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
