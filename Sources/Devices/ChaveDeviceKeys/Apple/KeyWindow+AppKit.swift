#if canImport(AppKit) && !canImport(UIKit)
    public import AppKit

    /// The window that has the person's attention.
    @MainActor public enum KeyWindow {
        /// The key window, else the main window; `nil` when there is none.
        public static var current: NSWindow? { NSApplication.shared.keyWindow ?? NSApplication.shared.mainWindow }
    }
#endif
