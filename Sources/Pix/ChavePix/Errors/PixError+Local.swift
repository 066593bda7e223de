import ChaveDeviceKeys
import ChavePixModel

extension PixError {
    /// A value was refused here, before anything was sent.
    init(local errors: FieldErrors) {
        let items = errors.items.map { APIErrorItem($0, requestID: "") }
        let text = errors.items.map { $0.field.isEmpty ? $0.message : "\($0.field): \($0.message)" }
        self.init(.invalidParameters, text.joined(separator: " "), items: items, cause: errors)
    }

    package static func invalid(_ field: String, _ message: String) -> PixError {
        PixError(local: FieldErrors(FieldError(code: .invalid, field: field, message: message)))
    }

    /// What the authenticator says.
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
