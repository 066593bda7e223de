/// The few names of Apple's LocalAuthentication that the examples use, so that they compile without it.

@_exported import Foundation

public enum LAPolicy: Int, Sendable {
    case deviceOwnerAuthentication = 2
}

public struct LAError: Error {
    public enum Code: Int, Sendable {
        case authenticationFailed = -1
        case userCancel = -2
    }

    public let code: Code
    public init(_ code: Code) { self.code = code }
}

open class LAContext {
    public init() {}

    public func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
        throw LAError(.authenticationFailed)
    }
}
