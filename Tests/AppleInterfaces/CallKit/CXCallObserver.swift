@_exported import FoundationAdditions

// https://developer.apple.com/documentation/callkit/cxcallobserver
open class CXCallObserver: NSObject {
    override public init() { fatalError() }
    open var calls: [CXCall] { fatalError() }
}

@available(*, unavailable)
extension CXCallObserver: Sendable {}

// https://developer.apple.com/documentation/callkit/cxcall
open class CXCall: NSObject {
    open var hasEnded: Bool { fatalError() }
}

@available(*, unavailable)
extension CXCall: Sendable {}
