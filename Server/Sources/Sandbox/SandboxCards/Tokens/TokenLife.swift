import ChaveBase
import TokenActivationCore

/// Where a token stands at its network, with what it waits for.
enum TokenLife: Hashable, Sendable {
    /// Made, of no use yet; waits for the holder's word since then, or no longer.
    case inactive(stepUpOpenedAt: Timestamp?)
    case active
    case suspended
    /// For good.
    case deactivated
}

/// What can happen to a token.
enum TokenEvent: Hashable, Sendable, CaseIterable {
    /// The issuer: the holder was there and said yes.
    case approval
    /// The issuer: the holder, or the issuer itself, said no.
    case refusal
    /// The issuer.
    case suspension
    /// The network's staff.
    case unsuspension
    /// The wallet asks the holder anew.
    case stepUp
    /// The wallet takes the card out.
    case removal
}

/// Why an event has no place in a state; the raw values are what the networks answer.
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
    /// Pure: no clock, no storage. Hearing the same word twice is normal and changes nothing; only a wallet that asks
    /// anew starts the holder's time anew.
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

    /// What is stored of it; `nil` for what no token can be.
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
