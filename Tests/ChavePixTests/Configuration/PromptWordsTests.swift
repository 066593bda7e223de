import Testing

@testable import ChavePix

@Suite
struct PromptWordsTests {
    @Test(arguments: [
        ("Sign for loja.example", "Sign for loja.example: PIN: "),
        ("Agree only if it shows the number 96.", "Agree only if it shows the number 96. PIN: "),
        ("Pay R$ 12,34?", "Pay R$ 12,34? PIN: "),
        ("Sign in:", "Sign in: PIN: "),
        ("Entrar…", "Entrar… PIN: "),
        ("同意しますか？", "同意しますか？ PIN: "),
        ("Sign in (Loja)", "Sign in (Loja): PIN: "),
        ("", "PIN: "),
    ])
    func aQuestionEndsOnce(_ question: String, _ line: String) {
        #expect(PromptWords.asking(question, "PIN", joinedBy: ":") == line)
    }

    @Test func oneTryIsNoTries() {
        #expect(PromptWords.wrong(triesLeft: 2) == "That was wrong; 2 tries left. ")
        #expect(PromptWords.wrong(triesLeft: 1) == "That was wrong; 1 try left. ")
    }

    @Test func whatIsLeftOpenEndsAsAQuestion() {
        let line = PromptWords.asking("Make a key for x", "Press Enter", joinedBy: "?")
        #expect(line == "Make a key for x? Press Enter: ")
    }
}
