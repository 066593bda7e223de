extension UIDevice {
    // https://developer.apple.com/documentation/uikit/uidevice/name
    public var name: String { fatalError() }
}
