/// The receiver of the result of `startSigning`, of which exactly one method is called, once.
///
/// The call comes on the main queue only when `configuration.callbackQueue` is `.main`.
///
/// In Swift 6 code whose types belong to the main actor, an implementation still runs off the main actor. Every access
/// to the types there is a race. Use `DispatchQueue.main.async` in the implementation, or set
/// `configuration.callbackQueue` to `.main`.
public protocol FidoAuthenticationCallback {
    /// Called once when the device has signed, off the main thread unless `callbackQueue` is main.
    func onSuccess(response: AssertionResponse)
    /// Called once, in place of `onSuccess`, when nothing was signed; the text gives the reason and advice.
    func onError(error: String)
}
