// https://developer.apple.com/documentation/coregraphics/cgimage
public final class CGImage: @unchecked Sendable {
    public var width: Int { fatalError() }
    public var height: Int { fatalError() }
}
