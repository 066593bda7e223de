#if canImport(AppKit) && !canImport(UIKit)
    import AppKit

    /// An alert as a sheet of the app's window.
    @MainActor final class PairingAlert: PairingSheet {
        private let window: @MainActor @Sendable () -> NSWindow?
        private var standing: (alert: NSAlert, window: NSWindow)?

        nonisolated init(window: @escaping @MainActor @Sendable () -> NSWindow?) { self.window = window }

        var hasWindow: Bool { window() != nil }

        func show(_ words: PairingWords, answer: @escaping @MainActor @Sendable (Int) -> Void) {
            guard let window = window() else { return }
            let alert = NSAlert()
            alert.messageText = words.title
            alert.informativeText = words.message
            for title in words.buttons { alert.addButton(withTitle: title) }
            standing = (alert, window)
            alert.beginSheetModal(for: window) { response in
                let place = response.rawValue - NSApplication.ModalResponse.alertFirstButtonReturn.rawValue
                // Any other response means that the sheet was dismissed.
                guard words.buttons.indices.contains(place) else { return }
                self.standing = nil
                answer(place)
            }
        }

        func dismiss() {
            if let standing { standing.window.endSheet(standing.alert.window) }
            standing = nil
        }
    }
#endif
