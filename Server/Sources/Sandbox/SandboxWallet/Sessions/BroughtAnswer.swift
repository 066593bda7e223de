/// The data that the issuer's app sent back with the callback; anybody can open a callback, so they prove nothing.
struct BroughtAnswer: Hashable, Sendable {
    struct Item: Hashable, Sendable {
        let name: String
        let value: String
    }

    enum Word: String, Hashable, Sendable, CaseIterable {
        case approved
        case declined
        case failure
    }

    /// All items but the code, in the order of their names.
    let items: [Item]
    /// The answer's word; `nil` when it is none of the three known words.
    let word: Word?
    /// The code, which the page shows only on request.
    let code: String?

    private static let responses = ["stepupresponse", "issuerMobileAppAuthResponse", "authResponse"]
    private static let codes = ["stepupauthcode", "TAV", "authCode"]
    private static let mostItems = 10
    private static let longest = 200

    init(query: [String: String]) {
        let known = query.filter { !BroughtAnswer.codes.contains($0.key) }.sorted { $0.key < $1.key }
        items = known.prefix(BroughtAnswer.mostItems).map {
            Item(name: BroughtAnswer.cut($0.key), value: BroughtAnswer.cut($0.value))
        }
        word = BroughtAnswer.responses.compactMap { query[$0] }.first.flatMap(Word.init)
        code = BroughtAnswer.codes.compactMap { query[$0] }.first.map(BroughtAnswer.cut)
    }

    private static func cut(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest)))
    }
}
