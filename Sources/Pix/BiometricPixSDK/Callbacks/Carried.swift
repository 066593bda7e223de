/// Something of the app's that the SDK carries to the queue on which it calls back.
///
/// The guides' callbacks are not Sendable and must not have to be. It is unchecked because the SDK itself never touches
/// the value: it holds it and calls it once, on one queue. What the app's code touches there is the app's to guard, which
/// the protocols' documentation says.
struct Carried<Value>: @unchecked Sendable {
    let value: Value
}
