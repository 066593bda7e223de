import ChaveBase
import ChavePixModel
import ChaveWire
import Testing

/// Nothing that comes from outside may trap, and what is taken can be written and read again.
struct MutationTests {
    @Test(arguments: RequestCase.all)
    func changedBytesNeverTrap(_ request: RequestCase) {
        var random = SeededGenerator(seed: 5)
        let text = request.sample.encoded()
        for _ in 0..<400 {
            var bytes = text
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let json = try? JSONValue(parsing: bytes) else { continue }
            expectStable(request, json)
        }
    }

    @Test(arguments: RequestCase.all)
    func changedValuesNeverTrap(_ request: RequestCase) {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<400 {
            var json = request.sample
            for _ in 0..<Int.random(in: 1...3, using: &random) { json = mutated(json, &random) }
            expectStable(request, json)
        }
    }

    @Test(arguments: RequestCase.all)
    func anyMessageReadAsAnyOtherNeverTraps(_ request: RequestCase) {
        for other in RequestCase.all { expectStable(request, other.sample) }
    }

    @Test func answersNeverTrap() {
        var random = SeededGenerator(seed: 7)
        let list = ResourceList(count: 1, next: nil, previous: nil, results: [AnswerTests.intent])
        for _ in 0..<600 {
            let json = mutated(mutated(AnswerTests.enrollment.json, &random), &random)
            if let enrollment = try? EnrollmentResource(json: json) {
                #expect((try? EnrollmentResource(json: enrollment.json)) == enrollment)
            }
            _ = try? ResourceList<PaymentIntentResource>(json: mutated(list.json, &random))
            _ = try? RegistrationOptions(json: mutated(AnswerTests.registrationOptions, &random)).algorithms
        }
    }

    @Test func randomTextNeverTraps() {
        var random = SeededGenerator(seed: 8)
        let alphabet = Array("https://?#&=%@:.[]{}\"0123456789abcE+-TZé\u{0}\\ ")
        for _ in 0..<4_000 {
            let text = String(
                (0..<Int.random(in: 0...40, using: &random)).map { _ in
                    alphabet[Int.random(in: alphabet.indices, using: &random)]
                }
            )
            _ = CallbackURL(text, rules: .sandbox).map { $0.appending([QueryItem(name: "a", value: text)]) }
            _ = CallbackURL("https://a.example/" + text)
            _ = try? RedirectionParameters(callback: text)
            _ = Timestamp(rfc3339: text)
            _ = Money(decimal: text)
            _ = TaxIdentifier(punctuated: text)
            _ = EndToEndID(text)
            _ = EnrollmentID(text)
            _ = StatusReasonCode.shownDescription(text)
        }
    }

    private func expectStable(_ request: RequestCase, _ json: JSONValue) {
        for context in [request.context, SchemaContext(allowsCrossPlatform: true, callbackRules: .sandbox)] {
            guard let once = try? request.reencode(json, context) else { continue }
            #expect((try? request.reencode(once, context)) == once)
        }
    }

    /// One value somewhere inside replaced, removed or renamed.
    private func mutated(_ json: JSONValue, _ random: inout SeededGenerator) -> JSONValue {
        if Int.random(in: 0..<4, using: &random) == 0 { return JSONValue.odd.randomElement(using: &random) ?? .null }
        switch json {
        case .object(var object):
            guard let name = object.names.randomElement(using: &random), let value = object[name] else { return json }
            switch Int.random(in: 0..<8, using: &random) {
            case 0: object[name] = nil
            case 1: object[name + "x"] = value
            default: object[name] = mutated(value, &random)
            }
            return .object(object)
        case .array(var elements):
            guard let index = elements.indices.randomElement(using: &random) else { return [json] }
            elements[index] = mutated(elements[index], &random)
            return .array(elements)
        default: return JSONValue.odd.randomElement(using: &random) ?? .null
        }
    }
}

extension JSONValue {
    /// Values that catch careless readers.
    fileprivate static let odd: [JSONValue] = [
        .null, true, false, 0, -1, 9_223_372_036_854_775_807, "", " ", "null", "0", "1e3", "IOS", "platform",
        "cross-platform", "public-key", "AQID", "A", "open_finance_biometric_pix", "BUSINESS", "INDIVIDUAL", [], [:],
        [[]],
        [nil], ["identifier": "76109277673"], "82666cde-3f80-4350-b0f7-24cb8e9294c9", "76109277673", "\u{212A}",
        "https://shop.example/", "https://shop.example/?state=1", "2024-02-30", "2024-02-29", "-03:00", "\u{0}",
        .string(String(repeating: "9", count: 300)), .string(String(repeating: "🦊", count: 600)),
        Sample.json("1e999"), Sample.json("-0"), Sample.json("0.1"), Sample.json("123456789012345678901234567890"),
    ]
}
