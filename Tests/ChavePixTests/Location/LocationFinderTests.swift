import Testing

@testable import ChavePix

@MainActor @Suite(.timeLimit(.minutes(5))) struct LocationFinderTests {
    private let system = FakeLocation()
    private let board = LocationBoard()
    private let limit = Promise<Void>()
    private let finder: LocationFinder

    init() {
        finder = LocationFinder(system: system, board: board) { [limit] milliseconds in
            #expect(milliseconds == 120_000)
            await limit.value()
        }
    }

    private func ask() -> Task<Bool, Never> { Task { await finder.requestPermission() } }

    private func waitForQuestion() async {
        while system.questions == 0 { await Task.yield() }
    }

    @Test func whoHasDecidedIsNotAskedAgain() async {
        system.permission = .allowed
        #expect(await finder.requestPermission())
        system.permission = .refused
        #expect(await !finder.requestPermission())
        #expect(system.questions == 0)
    }

    @Test(arguments: [(.allowed, true), (.refused, false)] as [(LocationPermission, Bool)])
    func theAnswerComesWithThePersonsDecision(_ decision: LocationPermission, _ isAllowed: Bool) async {
        let asking = ask()
        await waitForQuestion()
        finder.permissionChanged()
        system.permission = decision
        finder.permissionChanged()
        #expect(await asking.value == isAllowed)
        #expect(board.isAllowed == isAllowed)
        #expect(system.searches == (isAllowed ? 1 : 0))
    }

    @Test func severalWhoAskShareOneQuestion() async {
        let asking = [ask(), ask(), ask()]
        await waitForQuestion()
        for _ in 0..<100 { await Task.yield() }
        system.permission = .allowed
        finder.permissionChanged()
        for one in asking { #expect(await one.value) }
        #expect(system.questions == 1)
        #expect(system.searches == 1)
    }

    @Test func anAppThatStatesNoPurposeIsAnsweredAtOnce() async {
        system.hasPurpose = false
        #expect(await !finder.requestPermission())
        #expect(system.questions == 0)
    }

    @Test func whoIsCancelledDoesNotWaitForThePerson() async {
        let asking = ask()
        await waitForQuestion()
        asking.cancel()
        #expect(await !asking.value)
    }

    /// The system may show no question, and does not say so.
    @Test func aQuestionThatNobodySeesEndsWithItsTime() async {
        let asking = [ask(), ask()]
        await waitForQuestion()
        for _ in 0..<100 { await Task.yield() }
        limit.keep(())
        for one in asking { #expect(await !one.value) }
        #expect(!board.isAllowed)
        #expect(await !finder.requestPermission(), "asked anew, and the time is up again")
        #expect(system.questions == 2)
    }

    @Test func aYesAfterTheTimeCountsForTheNextCall() async {
        let asking = ask()
        await waitForQuestion()
        limit.keep(())
        #expect(await !asking.value)
        system.permission = .allowed
        finder.permissionChanged()
        #expect(board.isAllowed && system.searches == 1)
        #expect(await finder.requestPermission())
        #expect(system.questions == 1)
    }

    @Test func aChangeInTheSettingsDoesNotLookForThePlaceUnasked() {
        system.permission = .allowed
        finder.permissionChanged()
        #expect(system.searches == 0)
        #expect(!board.isAllowed)
    }

    @Test func onePlaceIsLookedForAtATime() async {
        system.permission = .allowed
        _ = await finder.requestPermission()
        finder.locate()
        #expect(system.searches == 1)
        finder.located(.place())
        #expect(board.last == .place())
        finder.locate()
        #expect(system.searches == 2)
    }

    @Test func aPlaceThatIsNotFoundKeepsTheLastOneAndMayBeLookedForAgain() async {
        system.permission = .allowed
        _ = await finder.requestPermission()
        finder.located(.place())
        finder.locate()
        finder.failed()
        #expect(board.last == .place())
        finder.locate()
        #expect(system.searches == 3)
    }

    @Test func whatWasAllowedOnceEndsWhenItHasLapsed() async {
        system.permission = .allowed
        _ = await finder.requestPermission()
        finder.located(.place())
        system.permission = .undecided
        finder.permissionChanged()
        #expect(!board.isAllowed)
        #expect(board.last == nil)
        system.permission = .allowed
        finder.permissionChanged()
        #expect(!board.isAllowed, "the app is to ask anew")
    }

    @Test func whoeverAsksAfterALapseThatNobodyToldOfIsAskedAnew() async {
        system.permission = .allowed
        _ = await finder.requestPermission()
        system.permission = .undecided
        system.hasPurpose = false
        #expect(await !finder.requestPermission())
        #expect(!board.isAllowed)
    }

    @Test func afterARefusalNothingIsKnownAnyLonger() async {
        system.permission = .allowed
        _ = await finder.requestPermission()
        finder.located(.place())
        system.permission = .refused
        finder.permissionChanged()
        #expect(board.last == nil)
        finder.located(.place())
        #expect(board.last == nil, "a fix that comes after the refusal is not kept")
        finder.locate()
        #expect(system.searches == 1)
    }
}
