/// Told what came of `startSigning`: exactly one of its methods is called, once, never on the main queue unless the
/// configuration says so.
///
/// In Swift 6 code whose types belong to the main actor, an implementation runs off it: whatever it touches there is a
/// race, so let it hand over with `DispatchQueue.main.async`, or set `configuration.callbackQueue` to `.main`.
public protocol FidoAuthenticationCallback {
    func onSuccess(response: AssertionResponse)
    func onError(error: String)
}
