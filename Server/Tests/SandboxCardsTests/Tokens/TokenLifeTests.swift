import ChaveBase
import Testing
import TokenActivationCore

@testable import SandboxCards

/// Every state × event of a token's life.
@Suite struct TokenLifeTests {
    private static let opened = Timestamp(seconds: 1_000)
    private static let now = Timestamp(seconds: 2_000)
    private static let states: [TokenLife] = [
        .inactive(stepUpOpenedAt: opened), .inactive(stepUpOpenedAt: nil), .active, .suspended, .deactivated,
    ]

    private enum Expected: Equatable {
        case next(TokenLife)
        case refused(TokenRefusal)
    }

    /// In the order of `TokenEvent.allCases`: approval, refusal, suspension, unsuspension, stepUp, removal.
    private static let table: [[Expected]] = [
        [
            .next(.active), .next(.inactive(stepUpOpenedAt: nil)), .refused(.tokenInactive), .refused(.tokenInactive),
            .next(.inactive(stepUpOpenedAt: now)), .next(.deactivated),
        ],
        [
            .refused(.stepUpClosed), .next(.inactive(stepUpOpenedAt: nil)), .refused(.tokenInactive),
            .refused(.tokenInactive), .next(.inactive(stepUpOpenedAt: now)), .next(.deactivated),
        ],
        [
            .next(.active), .refused(.tokenActive), .next(.suspended), .next(.active), .refused(.tokenActive),
            .next(.deactivated),
        ],
        [
            .refused(.tokenSuspended), .refused(.tokenSuspended), .next(.suspended), .next(.active),
            .refused(.tokenSuspended), .next(.deactivated),
        ],
        [
            .refused(.tokenDeactivated), .refused(.tokenDeactivated), .refused(.tokenDeactivated),
            .refused(.tokenDeactivated), .refused(.tokenDeactivated), .next(.deactivated),
        ],
    ]

    @Test func everyStateMeetsEveryEvent() {
        #expect(Self.table.count == Self.states.count)
        for (state, row) in zip(Self.states, Self.table) {
            #expect(row.count == TokenEvent.allCases.count)
            for (event, expected) in zip(TokenEvent.allCases, row) {
                let found: Expected
                do throws(TokenRefusal) {
                    found = .next(try state.receiving(event, at: Self.now))
                } catch {
                    found = .refused(error)
                }
                #expect(found == expected, "\(state) \(event)")
            }
        }
    }

    @Test func whatIsStoredOfATokenIsItsState() {
        for state in Self.states {
            #expect(TokenLife(state: state.state, stepUpOpenedAt: state.stepUpOpenedAt) == state)
        }
        for state in [TokenState.active, .suspended, .deactivated] {
            #expect(TokenLife(state: state, stepUpOpenedAt: Self.opened) == nil)
        }
    }
}
