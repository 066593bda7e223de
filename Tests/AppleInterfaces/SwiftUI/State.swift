// https://developer.apple.com/documentation/swiftui/state
@propertyWrapper
public struct State<Value> {
    public init(wrappedValue value: Value) { fatalError() }
    public init(initialValue value: Value) { fatalError() }
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set { fatalError() }
    }
    public var projectedValue: Binding<Value> { fatalError() }
}

extension State: Sendable where Value: Sendable {}

// https://developer.apple.com/documentation/swiftui/binding
@propertyWrapper
public struct Binding<Value> {
    // https://developer.apple.com/documentation/swiftui/binding/init(get:set:)
    @preconcurrency
    public init(
        get: @escaping @isolated(any) @Sendable () -> Value,
        set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) { fatalError() }
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set { fatalError() }
    }
    public var projectedValue: Binding<Value> { fatalError() }
    public static func constant(_ value: Value) -> Binding<Value> { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/stateobject
@propertyWrapper
@MainActor @preconcurrency
public struct StateObject<ObjectType: ObservableObject> {
    public nonisolated init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { fatalError() }
    public var wrappedValue: ObjectType { fatalError() }
    public var projectedValue: ObservedObject<ObjectType>.Wrapper { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/observedobject
@propertyWrapper
@MainActor @preconcurrency
public struct ObservedObject<ObjectType: ObservableObject> {
    // https://developer.apple.com/documentation/swiftui/observedobject/wrapper
    @dynamicMemberLookup
    @MainActor @preconcurrency
    public struct Wrapper {
        public subscript<Subject>(
            dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>
        ) -> Binding<Subject> { fatalError() }
    }

    public init(wrappedValue: ObjectType) { fatalError() }
    public init(initialValue: ObjectType) { fatalError() }
    public var wrappedValue: ObjectType {
        get { fatalError() }
        set { fatalError() }
    }
    public var projectedValue: ObservedObject<ObjectType>.Wrapper { fatalError() }
}
