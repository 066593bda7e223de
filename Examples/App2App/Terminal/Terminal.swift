import App2App
import Foundation

/// A person at a terminal: asked with `s` or `n`, verified by a word that the surroundings hold.
enum Terminal {
    private static let texts = TokenActivationTexts.portuguese

    static let app = TokenActivationApp(
        confirm: { preview in
            print(texts.title(preview))
            for line in texts.details(preview) { print("  \(line)") }
            print(texts.warning)
            print("\(texts.question) (s/n)")
            return readLine() == "s"
        },
        verify: { _ in
            print("Senha do cartão:")
            let password = ProcessInfo.processInfo.environment["BANK_PASSWORD"] ?? ""
            guard let typed = readLine(), !typed.isEmpty else { return .cancelled }
            return !password.isEmpty && typed == password ? .verified : .failed
        },
        open: { callback in
            print("callback: \(callback.absoluteString)")
            return true
        },
        ended: { end in print(texts.end(end)) }
    )
}
