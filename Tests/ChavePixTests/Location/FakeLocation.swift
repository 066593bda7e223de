@testable import ChavePix

/// A location that answers when the test says so.
@MainActor final class FakeLocation: LocationSystem {
    var permission = LocationPermission.undecided
    var hasPurpose = true
    private(set) var questions = 0
    private(set) var searches = 0

    func ask() { questions += 1 }
    func locate() { searches += 1 }
}
