/// An Android intent that starts the issuer's activity, with the parts that an activation uses.
///
/// The type is a plain value, not Android's class. An Android app can read the same test vectors
/// (`Tests/Vectors/app2app.json`) and gets the same results.
public struct AndroidIntent: Hashable, Sendable {
    /// `Intent.EXTRA_TEXT`.
    public static let extraText = "android.intent.extra.TEXT"

    /// The intent's action, as its manifest names it; `nil` when there is none.
    public var action: String?
    /// The extras whose values are strings.
    public var extras: [String: String]

    /// Creates an intent from the extras that are strings; other extras are not used.
    public init(action: String?, extras: [String: String]) {
        self.action = action
        self.extras = extras
    }
}

extension AndroidIntent: CustomStringConvertible, CustomReflectable {
    public var description: String { "AndroidIntent(<redacted>)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
