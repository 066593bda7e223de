/// The few names of Apple's UIKit that the guides' programs use, so that they compile without it.

@_exported import Foundation

@MainActor @preconcurrency
public final class UIApplication {
    public static let shared = UIApplication()

    /// What stands for the person and the browser: it is given each URL that the program opens.
    public var visitor: ((URL) -> Void)?

    public func canOpenURL(_ url: URL) -> Bool { visitor != nil }
    public func open(_ url: URL) { visitor?(url) }
}

@MainActor @preconcurrency
open class UIScene {
    public init() {}
}

@MainActor @preconcurrency
public final class UIOpenURLContext: Hashable {
    public let url: URL
    public init(url: URL) { self.url = url }

    nonisolated public static func == (lhs: UIOpenURLContext, rhs: UIOpenURLContext) -> Bool { lhs === rhs }
    nonisolated public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

@MainActor @preconcurrency
open class UIResponder {
    public init() {}
}

@MainActor @preconcurrency
public protocol UIWindowSceneDelegate: AnyObject {}
