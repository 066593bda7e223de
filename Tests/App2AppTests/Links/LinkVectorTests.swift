import App2App
import Foundation
import Testing

/// Every link of `Tests/Vectors/app2app.json`: taken as it says, or refused by the case that it names.
@Suite
struct LinkVectorTests {
    private static let vectors = AppVectors.shared

    @Test(arguments: vectors.links.filter { $0.refusal == nil })
    func aGoodLinkIsReadAsWritten(_ vector: AppVectors.Link) throws {
        let rules = try #require(Self.vectors.rules(named: vector.rules))
        let link = try TokenActivationLink(text: vector.link, rules: rules)
        #expect(link.payload.said == vector.payload)
        #expect(link.payload.otherFields == vector.otherFields ?? [:])
        #expect(link.payload.namesToken == vector.complete)
        #expect(link.callback.answer(.approved)?.absoluteString == vector.approved)
        #expect(link.callback.answer(.declined)?.absoluteString == vector.declined)
        #expect(link.callback.answer(.failure)?.absoluteString == vector.failure)
        let code = Self.vectors.code
        #expect(link.callback.answer(.approved, code: code)?.absoluteString == vector.approvedWithCode)
        #expect(link.callback.answer(.declined, code: code) == link.callback.answer(.declined))
        #expect(link.callback.answer(.failure, code: code) == link.callback.answer(.failure))
        let url = try #require(URL(string: vector.link))
        #expect(try TokenActivationLink(url, rules: rules) == link)
    }

    @Test(arguments: vectors.links.filter { $0.refusal != nil })
    func aBadLinkIsRefusedByItsOwnCase(_ vector: AppVectors.Link) throws {
        let rules = try #require(Self.vectors.rules(named: vector.rules))
        let refusal = try #require(TokenActivationLinkRefusal(rawValue: vector.refusal ?? ""))
        #expect(throws: refusal) { try TokenActivationLink(text: vector.link, rules: rules) }
        // What Foundation makes of another text is looked at below.
        guard let url = URL(string: vector.link), url.absoluteString == vector.link else { return }
        #expect(throws: refusal) { try TokenActivationLink(url, rules: rules) }
    }

    /// What Foundation repairs on the way to a `URL` is refused as well, or says what a good link of the corpus says.
    @Test
    func aRepairedLinkIsRefusedOrAGoodOne() throws {
        var count = 0
        for vector in Self.vectors.links where vector.refusal != nil {
            guard let url = URL(string: vector.link), url.absoluteString != vector.link else { continue }
            count += 1
            let rules = try #require(Self.vectors.rules(named: vector.rules))
            guard let link = try? TokenActivationLink(url, rules: rules) else { continue }
            let good = Self.vectors.links.filter { $0.refusal == nil && $0.rules == vector.rules }
            #expect(good.contains { (try? TokenActivationLink(text: $0.link, rules: rules)) == link }, "\(vector.name)")
        }
        // A Foundation that repairs next to nothing leaves this test without cases: then it has to be looked at.
        #expect(count > 10)
        print("cases: repaired links \(count)")
    }

    /// A refusal without a link here would be one that nobody has seen.
    @Test(arguments: TokenActivationLinkRefusal.allCases)
    func everyRefusalHasALink(_ refusal: TokenActivationLinkRefusal) {
        #expect(Self.vectors.links.contains { $0.refusal == refusal.rawValue })
    }

    @Test
    func thereAreEnoughHostileLinks() {
        let hostile = Self.vectors.links.filter { $0.refusal != nil }.count
        #expect(hostile >= 120)
        print("cases: hostile links \(hostile)")
    }

    /// A wallet with a broken payload hears of the failure; nobody else's address is opened.
    @Test(arguments: vectors.links.filter { $0.refusal != nil })
    func onlyABrokenPayloadIsAnswered(_ vector: AppVectors.Link) throws {
        let rules = try #require(Self.vectors.rules(named: vector.rules))
        let refusal = try #require(TokenActivationLinkRefusal(rawValue: vector.refusal ?? ""))
        guard let url = URL(string: vector.link) else { return }
        let callback = TokenActivationLink.callback(of: url, rules: rules)
        if url.absoluteString == vector.link { #expect((callback != nil) == refusal.isAnswerable) }
        let allowed = rules.callbacks.schemes.union(["https"])
        #expect(callback?.answer(.failure)?.scheme.map(allowed.contains) ?? true)
    }

    @Test
    func presetsHoldTheNetworksNames() throws {
        let presets: [String: TokenActivationRules.Names] = [
            "visa": .visa, "mastercard": .mastercard, "discover": .discover,
        ]
        for (name, preset) in presets {
            let expected = try #require(Self.vectors.names[name])
            #expect(preset.payload == expected.payload)
            #expect(preset.callback == expected.callback)
            #expect(preset.response == expected.response)
            #expect(preset.code == expected.code)
        }
    }

    @Test(arguments: TokenActivationLinkRefusal.allCases)
    func aRefusalSaysSomethingOfItsOwn(_ refusal: TokenActivationLinkRefusal) {
        #expect(!refusal.description.isEmpty)
        #expect(TokenActivationLinkRefusal.allCases.filter { $0.description == refusal.description }.count == 1)
    }
}
