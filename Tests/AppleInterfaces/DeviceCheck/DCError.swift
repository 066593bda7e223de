// https://developer.apple.com/documentation/devicecheck/dcerror-swift.struct
public struct DCError: Error {
    // https://developer.apple.com/documentation/devicecheck/dcerror-swift.struct/code
    public enum Code: Int, Sendable {
        case unknownSystemFailure
        case featureUnsupported
        case invalidInput
        case invalidKey
        case serverUnavailable
    }

    public var code: Code { fatalError() }
}
