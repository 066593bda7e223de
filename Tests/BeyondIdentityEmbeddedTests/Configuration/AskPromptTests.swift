import Testing

@testable import BeyondIdentityEmbedded

@Suite
struct AskPromptTests {
    @Test(arguments: [
        ("Sign in to Aurora", "Sign in to Aurora — a device asks."),
        ("Sign in to Aurora.", "Sign in to Aurora. A device asks."),
        ("Sign in? ", "Sign in? A device asks."),
        ("Entrar…", "Entrar… A device asks."),
        ("", "A device asks."),
        (" \n", "A device asks."),
    ])
    func theAppsWordsAndOursAreOneLine(_ prompt: String, _ line: String) {
        #expect(AskPrompt.joined(prompt, "a device asks.") == line)
    }
}
