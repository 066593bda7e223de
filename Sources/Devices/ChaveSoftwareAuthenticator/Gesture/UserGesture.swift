public import ChaveDeviceKeys

/// The person's answer.
public enum GestureAnswer: Sendable {
    /// A person is present and agrees, without a check of who it is; sets UP.
    case present
    /// The right person is present and agrees; sets UP and UV.
    ///
    /// Return this answer only after a check of the person.
    case verified
    /// The person refused or did not answer.
    case cancelled
    /// The question or the check failed.
    case failed(DeviceKeyError)
}

/// The way to ask a person: a terminal prompt, a PIN, a test's answer.
///
/// The flags for the relying party depend on the answer only.
public struct UserGesture: Sendable {
    private let body: @Sendable (GestureRequest) async -> GestureAnswer

    /// Creates a gesture from a closure; the closure may take as long as the person does.
    public init(_ body: @escaping @Sendable (GestureRequest) async -> GestureAnswer) { self.body = body }

    /// Asks the person and waits for the answer.
    public func ask(_ request: GestureRequest) async -> GestureAnswer { await body(request) }

    /// A gesture with the same answer to every question, without a person, for tests and demonstrations.
    public static func always(_ answer: GestureAnswer) -> UserGesture { UserGesture { _ in answer } }
}
