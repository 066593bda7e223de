#if canImport(UIKit) && canImport(SwiftUI)
    import App2App
    import BeyondIdentityEmbedded
    import SwiftUI
    import UIKit

    /// The question on the screen, and the person's answer to it.
    @MainActor
    final class Screens: ObservableObject {
        static let shared = Screens()

        @Published var question: TokenActivationPreview?
        @Published var lastEnd: TokenActivationEnd?
        @Published var notice: String?
        private var answer: CheckedContinuation<Bool, Never>?

        /// What a session needs of the app.
        nonisolated var app: TokenActivationApp {
            TokenActivationApp(
                confirm: { await Screens.shared.ask($0) },
                verify: { _ in await Screens.shared.verify() },
                open: { await UIApplication.shared.open($0, options: [:]) },
                ended: { end in await Screens.shared.show(end) }
            )
        }

        private func ask(_ preview: TokenActivationPreview) async -> Bool {
            reply(false)  // A newer question takes the place of the older one.
            return await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    guard !Task.isCancelled else { return continuation.resume(returning: false) }
                    answer = continuation
                    question = preview
                }
            } onCancel: {
                Task { @MainActor in Screens.shared.drop(preview) }
            }
        }

        func reply(_ isYes: Bool) {
            question = nil
            answer?.resume(returning: isYes)
            answer = nil
        }

        /// The request has ended otherwise, and its question goes.
        private func drop(_ preview: TokenActivationPreview) {
            if question == preview { reply(false) }
        }

        private func show(_ end: TokenActivationEnd) { lastEnd = end }

        func say(_ sentence: String) { notice = sentence }

        /// The system would not open the wallet's callback; a tap tries once more.
        func goBack(to callback: URL) {
            Task {
                let isOpen = await UIApplication.shared.open(callback, options: [:])
                if !isOpen { say("A carteira não abriu. Abra-a você mesmo.") }
            }
        }

        /// By the device's key, whose prompt says what it is for; the token of it is what the backend is then asked with.
        private func verify() async -> TokenActivationApp.Verification {
            do {
                try await Account.session.verify()
                return .verified
            } catch let error as SignInError where error.code == .userCancelled {
                return .cancelled
            } catch {
                return .failed
            }
        }
    }

    /// Wallet, device and card, the question that only the holder can answer, and two buttons.
    struct ActivationView: View {
        @ObservedObject var screens: Screens
        var signOut: () -> Void = {}
        private let texts = TokenActivationTexts.portuguese

        var body: some View {
            VStack(alignment: .leading) {
                if let preview = screens.question {
                    VStack(alignment: .leading) {
                        Text(texts.title(preview))
                        Text(texts.details(preview).joined(separator: "\n"))
                        Text(texts.question)
                        Text(texts.warning)
                        Button(texts.confirm) { screens.reply(true) }
                        Button(texts.refuse) { screens.reply(false) }
                    }
                }
                if let end = screens.lastEnd {
                    Text(texts.end(end))
                    if end.isCallbackStuck, let callback = end.callback {
                        Button("Voltar à carteira") { screens.goBack(to: callback) }
                    }
                }
                if let notice = screens.notice { Text(notice) }
                Button("Sair") { signOut() }
            }
        }
    }
#endif
