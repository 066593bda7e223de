import ChaveBase
import ChavePixModel
import ChaveWire
import Testing

@testable import HTTPKernel
@testable import PaymentsHTTP

/// What the document says of a text and what the reader takes are the same, seen from good values and their neighbours.
struct PatternTests {
    /// Formats of which JSON Schema cannot say all: what the reader takes is a part of what the document says.
    ///
    /// Check digits, the rules of a deployment, the length of a domain, and which of several kinds a key is.
    private static let wider: Set<TextFormat> = [.taxIdentifier, .webhookURL, .callbackURL, .pixKey, .email]
    /// The characters that neighbours are made with: the classes that any pattern here tells apart.
    private static let letters = Array("0159Z aAzEFfTt-+._:@/\u{7}\u{e9}\u{2028}".unicodeScalars)

    @Test(arguments: TextFormat.allCases)
    func theDocumentSaysOfATextWhatTheReaderTakes(_ format: TextFormat) throws {
        let table = Schema("Sample", "One value.", [Field("value", .text(format), .required, "It.")])
        let schema = JSONSchema(.text(format))
        var (count, taken) = (0, 0)
        for good in Self.good(format) {
            #expect(Self.takes(table, good) && Self.documents(schema, good), "\(good)")
            for text in Self.neighbours(of: good) {
                count += 1
                let isTaken = Self.takes(table, text)
                taken += isTaken ? 1 : 0
                if Self.wider.contains(format) {
                    #expect(!isTaken || Self.documents(schema, text), "\(text)")
                } else {
                    #expect(Self.documents(schema, text) == isTaken, "\(text): the reader \(isTaken)")
                }
            }
        }
        #expect(count > 50 && taken < count || format == .anyText || format == .partOfName)
    }

    @Test(arguments: [
        "E99999999202602291200AbCdEfGhIjK", "E99999999202613011200AbCdEfGhIjK", "E99999999202601012400AbCdEfGhIjK",
    ])
    func anEndToEndIDOfAMinuteThatIsNoneIsInNoPattern(_ text: String) {
        #expect(!Self.documents(JSONSchema(.text(.endToEndID)), text))
    }

    @Test(arguments: [0, 1, 2, 3])
    func aPartOfANameHasAsManyCharactersAsTheDocumentSays(_ count: Int) async throws {
        try await withServer { server in
            let name = String(repeating: "%C3%A9", count: count)
            let reply = try await server.send(
                .get("/payments/br/institutions/?name=\(name)"),
                as: server.shop.basic
            )
            let schema = JSONSchema(.text(longest: 140, .partOfName))
            #expect(schema["minLength"] == 3)
            #expect(reply.status == (count < 3 ? 400 : 200), "\(reply.text)")
        }
    }

    private static func good(_ format: TextFormat) -> [String] {
        let sample = Samples.value(of: .text(format)).string ?? ""
        let others: [String] =
            switch format {
            case .uuid: ["0193A2B4-5C6D-7E8F-9A0B-1C2D3E4F5A6B"]
            case .date: ["2024-02-29", "2000-02-29", "0000-02-29", "2023-12-31"]
            case .timestamp: ["2024-02-29T23:59:59Z", "2024-01-01t00:00:00.5-03:00"]
            case .timeZoneOffset: ["+14", "-03"]
            case .phone: ["12345678"]
            case .appID: ["br.example.loja"]
            case .pageCursor: ["before.0193a2b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b"]
            case .endToEndID: ["E1234ABCD202402292359ABCDEFGHIJK"]
            case .email: ["a@b.c", "a.b+c@d-e.example"]
            default: []
            }
        return [sample] + others
    }

    /// Every character taken out, doubled, or replaced by one of another class; one more at either end; nothing.
    private static func neighbours(of text: String) -> [String] {
        let scalars = Array(text.unicodeScalars)
        var found: [[Unicode.Scalar]] = [[]]
        for place in scalars.indices {
            var without = scalars
            without.remove(at: place)
            found.append(without)
            found.append(Array(scalars[...place]) + scalars[place...])
            for letter in letters {
                var replaced = scalars
                replaced[place] = letter
                found.append(replaced)
            }
        }
        for letter in letters { found += [[letter] + scalars, scalars + [letter]] }
        return found.map { scalars in
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars)
            return String(view)
        }
    }

    private static func takes(_ table: Schema, _ text: String) -> Bool {
        do throws(FieldErrors) {
            try table.check(["value": .string(text)])
            return true
        } catch { return false }
    }

    /// As a reader of JSON Schema judges, who knows no format.
    private static func documents(_ schema: JSONSchema, _ text: String) -> Bool {
        let count = Int64(text.unicodeScalars.count)
        if let fewest = schema["minLength"]?.number?.int64, count < fewest { return false }
        if let most = schema["maxLength"]?.number?.int64, count > most { return false }
        guard let pattern = schema["pattern"]?.string else { return true }
        guard let regex = try? Regex(pattern).matchingSemantics(.unicodeScalar) else {
            Issue.record("no regular expression: \(pattern)")
            return false
        }
        return (try? regex.wholeMatch(in: text)) != nil
    }
}
