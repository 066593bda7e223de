import ChaveDeviceKeys
import ChavePixModel

extension PixError {
    /// The error of a value that the client refused before it sent anything.
    init(local errors: FieldErrors) {
        let items = errors.items.map { APIErrorItem($0, requestID: "") }
        let text = errors.items.map { $0.field.isEmpty ? $0.message : "\($0.field): \($0.message)" }
        self.init(.invalidParameters, text.joined(separator: " "), items: items, cause: errors)
    }

    package static func invalid(_ field: String, _ message: String) -> PixError {
        PixError(local: FieldErrors(FieldError(code: .invalid, field: field, message: message)))
    }

    /// The error of the authenticator.
    init(authenticator error: DeviceKeyError) {
        let code: Code =
            switch error.code {
            case .userCancelled: .userCancelled
            case .invalidOptions: .invalidParameters
            case .store, .storeLocked: .configuration
            default: .authenticator
            }
        self.init(code, error.message, cause: error)
    }
}
