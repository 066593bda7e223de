public import ChaveDeviceKeys

/// What the person answered.
public enum GestureAnswer: Sendable {
    /// Somebody is there and agrees; who it is was not checked. Sets UP.
    case present
    /// The right person is there and agrees. Sets UP and UV; say it only when it was checked.
    case verified
    /// Somebody said no, or nobody answered.
    case cancelled
    /// The question could not be asked or the check not be made.
    case failed(DeviceKeyError)
}

/// How a person is asked: a terminal prompt, a PIN, a test's answer.
///
/// The flags that the relying party sees follow from the answer and from nothing else.
public struct UserGesture: Sendable {
    private let body: @Sendable (GestureRequest) async -> GestureAnswer

    /// A gesture that asks by this closure; it may take as long as the person does.
    public init(_ body: @escaping @Sendable (GestureRequest) async -> GestureAnswer) { self.body = body }

    /// Asks, and waits for the answer.
    public func ask(_ request: GestureRequest) async -> GestureAnswer { await body(request) }

    /// The same answer to every question, for tests and demonstrations: nobody is asked.
    public static func always(_ answer: GestureAnswer) -> UserGesture { UserGesture { _ in answer } }
}
