public import ChaveBase
public import SignInModel

/// The first device's view of its extension.
public struct ExtensionView: Hashable, Sendable, Redacted {
    public enum Status: String, Hashable, Sendable, CaseIterable {
        case offering, pairing, done, aborted
    }

    public var id: String
    public var status: Status
    /// The digits to show; absent when no code may be claimed.
    public var code: String?
    public var codeExpiresInSeconds: Int64?
    /// The number of the code: 0 for the first one.
    public var rotation: Int
    public var pairing: PairingView?
    /// The entity tag's version, which rises with each change.
    public var version: Int64
}

/// A second device that waits for the person at the first one.
public struct PairingView: Hashable, Sendable {
    public var id: String
    public var deviceName: String
    public var number: MatchNumber
    /// Three numbers to pick from, for an app that lets the person compare instead of agree.
    public var choices: [MatchNumber]
    public var toBeSigned: [UInt8]
    public var expiresInSeconds: Int64
}

/// The answer that only the first device gets, once.
public struct BegunExtension: Hashable, Sendable, Redacted {
    public var token: String
    public var state: ExtensionView
    /// The device's certificates from now on, as PEM; `nil` where the device already has them.
    public var chain: [String]?
}

extension ExtensionSession {
    /// The view of the session; the digits are made from `token`, which must be the session's token.
    func view(token: String, version: Int64, at now: Timestamp, _ policy: ExtensionPolicy) -> ExtensionView {
        var view = ExtensionView(id: id, status: .offering, rotation: 0, version: version)
        switch state {
        case .offering(let offer, _):
            view.rotation = offer.rotation
            let end = offer.since.adding(seconds: policy.codeSeconds)
            if let code = offer.code, now < end {
                view.code = NineDigits.code(token: token, salt: code.salt, space: policy.codeSpace)
                view.codeExpiresInSeconds = now.secondsUp(to: end)
            }
        case .pairing(let pairing, let rotation, _):
            view.status = .pairing
            view.rotation = rotation
            view.pairing = PairingView(
                id: pairing.id,
                deviceName: pairing.device.name,
                number: pairing.number,
                choices: pairing.choices,
                toBeSigned: pairing.toBeSigned,
                expiresInSeconds: now.secondsUp(to: pairing.deadline)
            )
        case .done: view.status = .done
        case .aborted: view.status = .aborted
        }
        return view
    }
}
