// https://developer.apple.com/documentation/uikit/uiapplication
@MainActor open class UIApplication: NSObject {
    // https://developer.apple.com/documentation/uikit/uiapplication/shared
    @available(iOSApplicationExtension, unavailable)
    open class var shared: UIApplication { fatalError() }

    // https://developer.apple.com/documentation/uikit/uiapplication/connectedscenes
    open var connectedScenes: Set<UIScene> { fatalError() }
}
