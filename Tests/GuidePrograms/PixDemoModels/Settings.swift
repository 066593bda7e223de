import GuideSupport

/// What the app's Info.plist says, from this machine's variables.
enum Settings {
    static let callbackURL = GuideSupport.Settings.callbackURL
}
