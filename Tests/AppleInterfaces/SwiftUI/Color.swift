// https://developer.apple.com/documentation/swiftui/shapestyle
public protocol ShapeStyle: Sendable {}

// https://developer.apple.com/documentation/swiftui/color
public struct Color: ShapeStyle, Hashable, View {
    public typealias Body = Never
    public static let black = Color()
    public static let orange = Color()
    public static let red = Color()
    public static let primary = Color()
    public static let secondary = Color()
    private init() {}
    public var body: Never { fatalError() }
}

extension ShapeStyle where Self == Color {
    public static var black: Color { fatalError() }
    public static var orange: Color { fatalError() }
    public static var red: Color { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/font
public struct Font: Hashable, Sendable {
    public static let largeTitle = Font()
    public static let headline = Font()
    public static let body = Font()
    private init() {}
}

// https://developer.apple.com/documentation/swiftui/alignment
public struct Alignment: Equatable, Sendable {
    public static let center = Alignment()
    private init() {}
}
