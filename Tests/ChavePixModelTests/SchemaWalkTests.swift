import ChaveBase
import ChavePixModel
import ChaveWire
import Testing

/// The table is walked and each of its fields broken in each way, one at a time.
struct SchemaWalkTests {
    /// One field of a sample, wherever it lies.
    struct Place {
        let path: [String]
        let field: Field
        let siblings: [Field]

        var dotted: String { path.joined(separator: ".") }
    }

    @Test(arguments: RequestCase.all)
    func aValidSampleIsTaken(_ request: RequestCase) throws {
        _ = try request.reencode(request.sample, request.context)
    }

    @Test(arguments: RequestCase.all)
    func eachMissingFieldIsNamed(_ request: RequestCase) {
        for place in places(request) where !isAlternative(place) {
            let expected = isRequired(place, request) ? [outcome(.required, place)] : []
            #expect(errors(request, place, nil) == expected, "\(place.dotted)")
        }
    }

    @Test(arguments: RequestCase.all)
    func eachNullIsNamedWhereAValueIsRequired(_ request: RequestCase) {
        for place in places(request) where !isAlternative(place) {
            let isRefused = !place.field.isNullable || isRequiredByCondition(place)
            let expected = isRefused ? [outcome(.null, place)] : []
            #expect(errors(request, place, .null) == expected, "\(place.dotted)")
        }
    }

    @Test(arguments: RequestCase.all)
    func eachValueOfAnotherTypeIsNamed(_ request: RequestCase) {
        for place in places(request) {
            for value in foreign(place.field.type) {
                #expect(errors(request, place, value) == [outcome(.invalid, place)], "\(place.dotted)")
            }
        }
    }

    @Test(arguments: RequestCase.all)
    func eachLongValueIsNamed(_ request: RequestCase) {
        for place in places(request) {
            guard let (value, code) = tooLong(place.field.type) else { continue }
            #expect(errors(request, place, value) == [outcome(code, place)], "\(place.dotted)")
        }
    }

    @Test(arguments: RequestCase.all)
    func theLongestValueIsTaken(_ request: RequestCase) {
        for place in places(request) {
            guard case .text(.some(let longest), let format) = place.field.type, format == .plain else { continue }
            let value = JSONValue.string(String(repeating: "é", count: longest))
            #expect(errors(request, place, value).isEmpty, "\(place.dotted)")
        }
    }

    @Test(arguments: RequestCase.all)
    func anEmptyTextIsInvalid(_ request: RequestCase) {
        for place in places(request) {
            guard case .text(_, let format) = place.field.type, format != .anyText else { continue }
            #expect(errors(request, place, "") == [outcome(.invalid, place)], "\(place.dotted)")
        }
    }

    @Test(arguments: RequestCase.all)
    func controlCharactersAreInvalid(_ request: RequestCase) {
        for place in places(request) {
            guard case .text(_, let format) = place.field.type, format != .anyText else { continue }
            for text in ["a\u{0}b", "a\nb", "a\u{7F}", "a\u{202E}b"] {
                #expect(errors(request, place, .string(text)) == [outcome(.invalid, place)], "\(place.dotted)")
            }
        }
    }

    @Test(arguments: RequestCase.all)
    func noErrorEchoesWhatWasSent(_ request: RequestCase) {
        let planted = "76109277673-planted-secret"
        for place in places(request) {
            for value: JSONValue in [.string(planted), [.string(planted)], .object(object(named: planted))] {
                for error in failure(request, place, value)?.items ?? [] {
                    #expect(!error.message.contains("planted"), "\(place.dotted)")
                    #expect(!error.field.contains("planted"), "\(place.dotted)")
                    #expect(!error.message.isEmpty)
                }
            }
        }
    }

    @Test func everyFieldOfEveryRequestIsWalked() {
        for schema in MessageCatalogue.requests {
            let walked = RequestCase.all.filter { $0.schema.name == schema.name }
                .reduce(into: Set<String>()) { names, request in names.formUnion(places(request).map(\.dotted)) }
            #expect(names(of: schema).subtracting(walked) == [], "\(schema.name)")
        }
    }

    @Test(arguments: RequestCase.all)
    func allErrorsAreReportedAtOnce(_ request: RequestCase) {
        let required = request.schema.requiredFields(in: request.context)
        do throws(FieldErrors) {
            _ = try request.reencode([:], request.context)
            #expect(required.isEmpty)
        } catch {
            #expect(Set(required).isSubset(of: error.items.map(\.field)))
            #expect(error.items.allSatisfy { $0.code == .required })
        }
    }

    @Test(arguments: RequestCase.all)
    func whatIsNoObjectIsRefused(_ request: RequestCase) {
        for json: JSONValue in [[], "text", 1, true] {
            let found = outcomes { () throws(FieldErrors) in _ = try request.reencode(json, request.context) }
            #expect(found == [Outcome(code: .invalid, field: "")])
        }
    }

    @Test(arguments: RequestCase.all)
    func unknownMembersAreIgnored(_ request: RequestCase) throws {
        let expected = try request.reencode(request.sample, request.context)
        let more = request.sample.replacing(["zz_unknown"], with: ["a": [1, nil]])
        #expect(try request.reencode(more, request.context) == expected)
    }

    @Test(arguments: RequestCase.all)
    func whatIsWrittenIsReadAgain(_ request: RequestCase) throws {
        let once = try request.reencode(request.sample, request.context)
        let twice = try request.reencode(JSONValue(parsing: once.encoded()), request.context)
        #expect(once == twice)
        #expect(once.text == twice.text)
        // What the sample says is kept: only the spelling of a platform and of a list of one may differ.
        for place in places(request) where place.field.type.isCarried {
            #expect(once.value(at: place.path) == request.sample.value(at: place.path), "\(place.dotted)")
        }
    }
}

extension SchemaWalkTests {
    struct Outcome: Equatable {
        let code: ErrorCode
        let field: String
    }

    private func outcome(_ code: ErrorCode, _ place: Place) -> Outcome { Outcome(code: code, field: place.dotted) }

    private func errors(_ request: RequestCase, _ place: Place, _ value: JSONValue?) -> [Outcome] {
        (failure(request, place, value)?.items ?? []).map { Outcome(code: $0.code, field: $0.field) }
    }

    private func failure(_ request: RequestCase, _ place: Place, _ value: JSONValue?) -> FieldErrors? {
        do throws(FieldErrors) {
            _ = try request.reencode(request.sample.replacing(place.path, with: value), request.context)
            return nil
        } catch {
            return error
        }
    }

    private func outcomes(_ body: () throws(FieldErrors) -> Void) -> [Outcome] {
        do throws(FieldErrors) {
            try body()
            return []
        } catch {
            return error.items.map { Outcome(code: $0.code, field: $0.field) }
        }
    }

    /// The fields of the table that the sample holds.
    private func places(_ request: RequestCase) -> [Place] { places(request.schema, request.sample, below: []) }

    private func places(_ schema: Schema, _ json: JSONValue, below path: [String]) -> [Place] {
        schema.fields.flatMap { field -> [Place] in
            guard let value = json[field.name] else { return [] }
            let here = Place(path: path + [field.name], field: field, siblings: schema.fields)
            guard value.object != nil, let inner = table(field.type, beside: json) else { return [here] }
            return [here] + places(inner, value, below: here.path)
        }
    }

    private func table(_ type: FieldType, beside siblings: JSONValue) -> Schema? {
        switch type {
        case .object(let schema), .reference(let schema): schema
        case .variant(let name, let variants): variants.first { $0.value == siblings[name]?.string }?.schema
        default: nil
        }
    }

    private func names(of schema: Schema, below path: String = "") -> Set<String> {
        schema.fields.reduce(into: []) { names, field in
            let here = path.isEmpty ? field.name : "\(path).\(field.name)"
            names.insert(here)
            switch field.type {
            case .object(let inner), .reference(let inner): names.formUnion(self.names(of: inner, below: here))
            case .variant(_, let variants):
                for variant in variants { names.formUnion(self.names(of: variant.schema, below: here)) }
            default: break
            }
        }
    }

    /// Whether other fields become required when this one goes; such pairs have their own tests.
    private func isAlternative(_ place: Place) -> Bool {
        place.siblings.contains { sibling in
            switch sibling.presence {
            case .requiredWhen(.without(let name)): name == place.field.name
            case .requiredWhen(.withoutAll(let names)): names.contains(place.field.name) || sibling == place.field
            case .required, .optional, .requiredWhen: false
            }
        }
    }

    /// Such a field may be null only where its condition does not hold, and every sample fulfils it.
    private func isRequiredByCondition(_ place: Place) -> Bool {
        if case .requiredWhen = place.field.presence { true } else { false }
    }

    private func isRequired(_ place: Place, _ request: RequestCase) -> Bool {
        switch place.field.presence {
        case .required: true
        case .optional: false
        // Every sample fulfils the conditions of the fields that it holds.
        case .requiredWhen: true
        }
    }

    private func foreign(_ type: FieldType) -> [JSONValue] {
        switch type {
        case .text, .matching, .enumeration, .bytes, .authenticatorAttachment, .reference: [7, true, []]
        case .boolean: ["true", 1, [], [:]]
        case .onlyTrue: [false, "true", 1, [:]]
        case .integer: ["1", true, [], Sample.json("1.5"), Sample.json("1e400"), Sample.json("-1")]
        case .decimal: ["1", true, [], [:]]
        case .amount, .money: [true, [], [:], "R$ 1", -1]
        case .object, .variant, .anyObject: ["{}", 7, false, []]
        case .array: [7, true, [:]]
        case .map: [[], "a", 7, ["a": 1], ["a": nil], ["": "a"]]
        case .mapChanges: [[], "a", 7, ["a": 1], ["a": true], ["": "a"]]
        case .any: []
        }
    }

    private func tooLong(_ type: FieldType) -> (value: JSONValue, code: ErrorCode)? {
        switch type {
        case .text(.some(let longest), _): (.string(String(repeating: "a", count: longest + 1)), .tooLong)
        case .text(nil, _), .enumeration, .authenticatorAttachment, .amount, .reference:
            (.string(String(repeating: "1", count: 5_000)), .invalid)
        case .bytes(let count):
            (.string(Base64URL.encode([UInt8](repeating: 1, count: count.upperBound + 1))), .tooLong)
        case .array(let element, let count, _):
            (.array(Array(repeating: element == .any ? .null : "a", count: count.upperBound + 1)), .tooLong)
        case .map(let count, _, _), .mapChanges(let count, _, _): (.object(object(of: count + 1)), .tooLong)
        case .matching(_, let count): (.string(String(repeating: "1", count: count.upperBound + 1)), .invalid)
        case .boolean, .onlyTrue, .integer, .decimal, .money, .object, .variant, .anyObject, .any: nil
        }
    }

    private func object(of count: Int) -> JSONObject {
        (0..<count).reduce(into: JSONObject()) { object, index in object["n\(index)"] = "v" }
    }

    private func object(named name: String) -> JSONObject {
        var object = JSONObject()
        object[name] = .string(name)
        return object
    }
}

extension FieldType {
    /// Whether a value of this type is written as it was read.
    fileprivate var isCarried: Bool {
        switch self {
        case .enumeration(_, .anyCase), .object, .variant, .reference: false
        default: true
        }
    }
}
