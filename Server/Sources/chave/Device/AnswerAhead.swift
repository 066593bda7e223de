import ChavePix
import ChaveSoftwareAuthenticator

/// A user's answer, asked for before a command begins what the answer is about.
///
/// The device's key asks when the server has the payment already. A user who says no, or whose PIN is locked, would
/// leave that payment behind.
final class AnswerAhead: Sendable {
    private let given: UserGesture?
    private let answer = Mutexed<GestureAnswer?>(nil)

    /// - Parameter given: the gesture of the command's options; `nil` asks for the PIN on the terminal.
    init(_ given: UserGesture?) { self.given = given }

    /// The gesture of the device's key: the answer that was given ahead, and a no without one.
    var gesture: UserGesture { UserGesture { [answer] _ in answer.value ?? .cancelled } }

    /// Asks the user with `prompt`.
    ///
    /// - Throws: ``Declined`` with `refusal` after a no; the error of a PIN that is locked.
    func ask(_ prompt: String, in folder: DeviceFolderOption, orElse refusal: String) async throws {
        let asking = try given ?? .standard(pinIn: folder.store())
        let request = GestureRequest(
            ceremony: .authentication,
            relyingPartyID: "",
            userName: nil,
            verification: .required,
            prompt: prompt
        )
        let found = await asking.ask(request)
        switch found {
        case .verified, .present: answer.value = found
        case .cancelled: throw Declined(refusal)
        case .failed(let error): throw error
        }
    }
}
