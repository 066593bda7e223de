// https://developer.apple.com/documentation/swiftui/environment
@propertyWrapper
public struct Environment<Value> {
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { fatalError() }
    public var wrappedValue: Value { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/environmentvalues
public struct EnvironmentValues {
    public init() { fatalError() }
    public var scenePhase: ScenePhase {
        get { fatalError() }
        set { fatalError() }
    }
    @MainActor @preconcurrency public var openURL: OpenURLAction {
        get { fatalError() }
        set { fatalError() }
    }
}

// https://developer.apple.com/documentation/swiftui/openurlaction
@MainActor @preconcurrency
public struct OpenURLAction {
    public func callAsFunction(_ url: URL) { fatalError() }
    public func callAsFunction(_ url: URL, completion: @escaping (_ accepted: Bool) -> Void) { fatalError() }
}
