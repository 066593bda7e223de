import ChaveBase
import TokenActivationCore

/// A token's state at its network, with the decision that it waits for.
enum TokenLife: Hashable, Sendable {
    /// Created but not usable; `stepUpOpenedAt` is the start of the wait for the holder's decision, `nil` without a
    /// wait.
    case inactive(stepUpOpenedAt: Timestamp?)
    case active
    case suspended
    /// Deactivated for good.
    case deactivated
}

/// An event in a token's life.
enum TokenEvent: Hashable, Sendable, CaseIterable {
    /// The issuer reports that the holder was present and said yes.
    case approval
    /// The issuer reports that the holder, or the issuer itself, said no.
    case refusal
    /// The issuer suspends the token.
    case suspension
    /// The network's staff ends the suspension.
    case unsuspension
    /// The wallet asks the holder anew.
    case stepUp
    /// The wallet removes the card.
    case removal
}

/// The reason why a state refuses an event; raw values are the networks' answers.
enum TokenRefusal: String, Error, Hashable, Sendable, CaseIterable {
    case stepUpClosed = "stepUpClosed"
    case tokenInactive = "tokenInactive"
    case tokenActive = "tokenActive"
    case tokenSuspended = "tokenSuspended"
    case tokenDeactivated = "tokenDeactivated"
}

extension TokenLife {
    /// The whole life of a token.
    ///
    /// Pure: no clock, no storage. A repeated event is normal and changes nothing. Only a wallet's new request restarts
    /// the holder's time.
    func receiving(_ event: TokenEvent, at now: Timestamp) throws(TokenRefusal) -> TokenLife {
        switch (self, event) {
        case (.inactive(.some), .approval): return .active
        case (.inactive(nil), .approval): throw .stepUpClosed
        case (.inactive, .refusal): return .inactive(stepUpOpenedAt: nil)
        case (.inactive, .stepUp): return .inactive(stepUpOpenedAt: now)
        case (.inactive, .suspension), (.inactive, .unsuspension): throw .tokenInactive
        case (.active, .approval), (.active, .unsuspension): return .active
        case (.active, .suspension), (.suspended, .suspension): return .suspended
        case (.active, .refusal), (.active, .stepUp): throw .tokenActive
        case (.suspended, .unsuspension): return .active
        case (.suspended, .approval), (.suspended, .refusal), (.suspended, .stepUp): throw .tokenSuspended
        case (.inactive, .removal), (.active, .removal), (.suspended, .removal), (.deactivated, .removal):
            return .deactivated
        case (.deactivated, .approval), (.deactivated, .refusal), (.deactivated, .suspension),
            (.deactivated, .unsuspension), (.deactivated, .stepUp):
            throw .tokenDeactivated
        }
    }

    /// Reads the stored columns; `nil` for a combination that no token can have.
    init?(state: TokenState, stepUpOpenedAt: Timestamp?) {
        switch (state, stepUpOpenedAt) {
        case (.inactive, let time): self = .inactive(stepUpOpenedAt: time)
        case (.active, nil): self = .active
        case (.suspended, nil): self = .suspended
        case (.deactivated, nil): self = .deactivated
        case (.active, .some), (.suspended, .some), (.deactivated, .some): return nil
        }
    }

    var state: TokenState {
        switch self {
        case .inactive: .inactive
        case .active: .active
        case .suspended: .suspended
        case .deactivated: .deactivated
        }
    }

    var stepUpOpenedAt: Timestamp? {
        guard case .inactive(let time) = self else { return nil }
        return time
    }
}
