/// Told what came of `startSigning`: exactly one of its methods is called, once, never on the main queue unless the
/// configuration says so.
///
/// In Swift 6 code whose types belong to the main actor, an implementation runs off it: whatever it touches there is a
/// race, so let it hand over with `DispatchQueue.main.async`, or set `configuration.callbackQueue` to `.main`.
public protocol FidoAuthenticationCallback {
    /// The device signed. Called once, off the main thread unless `callbackQueue` is main.
    func onSuccess(response: AssertionResponse)
    /// Nothing was signed; the text says why and what to do. Called once, in place of `onSuccess`.
    func onError(error: String)
}
