#if canImport(UIKit)
    import UIKit

    /// An alert in a window of its own above the app's window, independent of the app's current content.
    @MainActor final class PairingAlert: PairingSheet {
        private let window: @MainActor @Sendable () -> UIWindow?
        private var own: UIWindow?

        nonisolated init(window: @escaping @MainActor @Sendable () -> UIWindow?) { self.window = window }

        var hasWindow: Bool { window()?.windowScene != nil }

        func show(_ words: PairingWords, answer: @escaping @MainActor @Sendable (Int) -> Void) {
            guard let scene = window()?.windowScene else { return }
            let alert = UIAlertController(title: words.title, message: words.message, preferredStyle: .alert)
            for (place, title) in words.buttons.enumerated() {
                let style: UIAlertAction.Style = place == words.buttons.count - 1 ? .cancel : .default
                alert.addAction(
                    UIAlertAction(title: title, style: style) { _ in
                        self.close()
                        answer(place)
                    }
                )
            }
            let presenter = UIViewController()
            let own = UIWindow(windowScene: scene)
            own.windowLevel = .alert
            own.rootViewController = presenter
            own.isHidden = false
            self.own = own
            presenter.present(alert, animated: true)
        }

        func dismiss() {
            own?.rootViewController?.dismiss(animated: false)
            close()
        }

        private func close() {
            own?.isHidden = true
            own = nil
        }
    }
#endif
