/// What an issuer asks of a token at a network like Visa's: `operationType` of its lifecycle interface.
enum VisaOperation: String, CaseIterable {
    case approveDeviceBinding = "TOKEN_DEVICE_BINDING_APPROVE"
    case removeDeviceBinding = "TOKEN_DEVICE_BINDING_REMOVE"
    case suspend = "TOKEN_SUSPEND"
}
