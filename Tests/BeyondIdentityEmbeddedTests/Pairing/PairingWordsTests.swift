import ChaveDeviceKeys
import Testing

@testable import BeyondIdentityEmbedded

@Suite struct PairingWordsTests {
    private let offer = PairingOffer(deviceName: "Tablet", choices: ["17", "42", "88"], expiresInSeconds: 60)

    @Test(arguments: SpokenLanguage.allCases)
    func theQuestionNamesTheDeviceAndLetsThreeNumbersBePicked(_ language: SpokenLanguage) {
        let words = PairingWords.question(offer, in: language)
        #expect(words.message.contains("“Tablet”"))
        #expect(words.buttons == ["17", "42", "88", language == .portuguese ? "Recusar" : "Refuse"])
        #expect(!words.title.isEmpty)
    }

    @Test(arguments: SpokenLanguage.allCases) func theNoticeShowsTheNumberAndTheTenant(_ language: SpokenLanguage) {
        let words = PairingWords.notice(MatchNumber(text: "42", tenantName: "Padaria Aurora"), in: language)
        #expect(words.title == "42")
        #expect(words.message.hasPrefix("Padaria Aurora: "))
        #expect(words.buttons == [language == .portuguese ? "Cancelar" : "Cancel"])
    }

    @Test func eachLanguageHasWordsOfItsOwn() {
        let number = MatchNumber(text: "42", tenantName: "Padaria Aurora")
        let all = SpokenLanguage.allCases.flatMap { language in
            [
                PairingWords.question(offer, in: language).title, PairingWords.question(offer, in: language).message,
                PairingWords.notice(number, in: language).message,
                PairingWords.prompt(deviceName: "Tablet", number: "42", in: language),
                AskPrompt.reason("", in: language),
            ]
        }
        #expect(Set(all).count == all.count)
        #expect(PairingWords.prompt(deviceName: "Tablet", number: "42", in: .portuguese).contains("“Tablet”"))
        #expect(PairingWords.prompt(deviceName: "Tablet", number: "42", in: .portuguese).contains("número 42"))
    }

    @Test(arguments: [(0, "17"), (1, "42"), (2, "88"), (3, nil), (4, nil), (-1, nil), (nil, nil)] as [(Int?, String?)])
    func onlyANumbersOwnButtonPicksIt(_ button: Int?, _ number: String?) {
        #expect(PairingWords.answer(button, to: offer) == number.map(PairingAnswer.number) ?? .refuse)
    }

    @Test(
        arguments: [
            (true, true, true, .app), (true, false, false, .app), (true, false, true, .app), (true, true, false, .app),
            (false, true, true, .prompt), (false, true, false, .prompt), (false, false, true, .ownSheet),
            (false, false, false, .none),
        ] as [(Bool, Bool, Bool, PairingWay)]
    )
    func whatTheAppHasSetWins(_ isSet: Bool, _ showsText: Bool, _ hasSheet: Bool, _ way: PairingWay) {
        #expect(PairingWay(isSetByApp: isSet, promptShowsText: showsText, hasOwnSheet: hasSheet) == way)
    }
}
