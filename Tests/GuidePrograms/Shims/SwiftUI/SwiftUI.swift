/// The few names of Apple's SwiftUI that the guides' programs use, so that they compile without it.

@_exported import Combine
@_exported import Foundation

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError("a view without a body is never asked for it") }
}

public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
    public var body: Never { fatalError("a view without a body is never asked for it") }
}

@resultBuilder
public enum ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<repeat each Content>
    {
        TupleView(repeat each content)
    }
    public static func buildIf<Content: View>(_ content: Content?) -> OptionalView<Content> { OptionalView(content) }
}

public struct EmptyView: PrimitiveView {
    public init() {}
}

public struct TupleView<each Content: View>: PrimitiveView {
    init(_ content: repeat each Content) {}
}

public struct OptionalView<Content: View>: PrimitiveView {
    init(_ content: Content?) {}
}

public struct Text: PrimitiveView {
    public init(_ text: String) {}
}

public struct Button<Label: View>: PrimitiveView {
    public init(action: @escaping () -> Void, @ViewBuilder label: () -> Label) {}
}

extension Button where Label == Text {
    public init(_ title: String, action: @escaping () -> Void) {}
}

public struct List<Content: View>: PrimitiveView {
    public init<Data: RandomAccessCollection>(_ data: Data, @ViewBuilder row: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable {}
}

public struct HStack<Content: View>: PrimitiveView {
    public init(@ViewBuilder content: () -> Content) {}
}

public struct HorizontalAlignment: Sendable {
    public static let leading = HorizontalAlignment()
}

public struct VStack<Content: View>: PrimitiveView {
    public init(alignment: HorizontalAlignment = .leading, @ViewBuilder content: () -> Content) {}
}

public struct AsyncImage: PrimitiveView {
    public init(url: URL?) {}
}

public struct Font: Sendable {
    public static let caption = Font()
}

public struct Color: Sendable {
    public static let gray = Color()
}

extension View {
    public func frame(width: Double? = nil, height: Double? = nil) -> some View { self }
    public func onAppear(perform action: (() -> Void)? = nil) -> some View { self }
    public func font(_ font: Font?) -> some View { self }
    public func foregroundColor(_ color: Color?) -> some View { self }
}

@propertyWrapper
public struct State<Value> {
    private final class Box {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    private let box: Box
    public init(wrappedValue: Value) { box = Box(wrappedValue) }
    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }
}

@propertyWrapper
@MainActor @preconcurrency public struct ObservedObject<ObjectType: ObservableObject> {
    public var wrappedValue: ObjectType
    public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
}

@propertyWrapper
@MainActor @preconcurrency public struct StateObject<ObjectType: ObservableObject> {
    public let wrappedValue: ObjectType
    public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { wrappedValue = thunk() }
}
