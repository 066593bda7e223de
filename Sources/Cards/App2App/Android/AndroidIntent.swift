/// An Android intent, as far as an activation has to do with it: what starts the issuer's activity.
///
/// A value, not Android's class: an app there reads the same vectors (`Tests/Vectors/app2app.json`) and comes to the same
/// results.
public struct AndroidIntent: Hashable, Sendable {
    /// `Intent.EXTRA_TEXT`.
    public static let extraText = "android.intent.extra.TEXT"

    /// The intent's action, as its manifest names it; `nil` where none came.
    public var action: String?
    /// Those that are texts.
    public var extras: [String: String]

    /// An intent with the extras that are strings; others say nothing here.
    public init(action: String?, extras: [String: String]) {
        self.action = action
        self.extras = extras
    }
}

extension AndroidIntent: CustomStringConvertible, CustomReflectable {
    public var description: String { "AndroidIntent(<redacted>)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
