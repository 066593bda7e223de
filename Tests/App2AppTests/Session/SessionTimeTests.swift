import App2App
import Foundation
import Testing

/// What happens to a request from outside while it is under way.
@Suite
struct SessionTimeTests {
    @Test
    func aNewerLinkTakesTheOlderOnesPlace() async throws {
        let question = Gate()
        let (app, backend) = (FakeApp(question: question), FakeBackend())
        let session = app.session(backend)
        let (firstURL, secondURL) = (try Sample.url(1), try Sample.url(2))
        async let first = session.handle(firstURL)
        await question.reached(1)
        async let second = session.handle(secondURL)
        await question.reached(2)
        await question.open()
        let ends = (await first, await second)
        #expect(ends.0?.failure == .replaced(mayBeActive: false) && ends.1?.outcome == .approved)
        #expect(app.opened.all == [Sample.callback(1, .failure), Sample.callback(2, .approved)])
        #expect(backend.calls.all.filter { $0 == "activate" }.count == 1)
    }

    /// Whatever order the system runs tasks in, the last link opened is the one that counts.
    @Test(arguments: 0..<20)
    func linksCountInTheOrderInWhichTheyAreOpened(_ round: Int) async throws {
        let (question, answered) = (Gate(), Gate())
        await answered.open()
        let app = FakeApp(question: question, answered: answered)
        let session = app.session(FakeBackend())
        let urls = try (1...30).map { try Sample.url($0) }
        for url in urls { #expect(session.open(url)) }
        await question.open()
        await answered.reached(30)
        let answers = (1...29).map { Sample.callback($0, .failure) } + [Sample.callback(30, .approved)]
        #expect(Set(app.opened.all) == Set(answers.compactMap { $0 }))
    }

    @Test
    func signingOutEndsIt() async throws {
        let question = Gate()
        let (app, backend) = (FakeApp(question: question), FakeBackend())
        let session = app.session(backend)
        let url = try Sample.url()
        async let end = session.handle(url)
        await question.reached()
        await session.signedOut()
        #expect(await end?.failure == .signedOut(mayBeActive: false))
        await question.open()
        #expect(app.opened.all == [Sample.callback(1, .failure)])
        #expect(backend.calls.all == ["preview"])
    }

    @Test
    func afterFiveMinutesItHasFailed() async throws {
        let question = Gate()
        let app = FakeApp(question: question)
        let session = app.session(FakeBackend())
        let url = try Sample.url()
        async let end = session.handle(url)
        await question.reached()
        app.time.add(299)
        await session.checkTime()
        #expect(app.opened.all.isEmpty)
        app.time.add(1)
        await session.checkTime()
        #expect(await end?.failure == .expired(mayBeActive: false))
        #expect(app.opened.all == [Sample.callback(1, .failure)])
        await question.open()
    }

    /// Nobody has to look at the clock: the session does.
    @Test
    func theSessionWakesUpAtTheDeadline() async throws {
        let question = Gate()
        let app = FakeApp(question: question)
        let session = app.session(FakeBackend()) { [app] seconds in
            await question.reached()
            app.time.add(seconds)
        }
        #expect(await session.handle(try Sample.url())?.failure == .expired(mayBeActive: false))
        #expect(app.time.all == [300])
        await question.open()
    }

    /// A backend that never answers keeps no wallet waiting; what it says too late changes nothing.
    @Test
    func aBackendThatHangsIsAFailure() async throws {
        let gate = Gate()
        let (app, backend) = (FakeApp(), FakeBackend(gate: gate))
        let session = app.session(backend)
        let url = try Sample.url()
        async let end = session.handle(url)
        await gate.reached()
        app.time.add(300)
        await session.checkTime()
        #expect(await end?.failure == .expired(mayBeActive: true))
        await gate.open()
        #expect(app.opened.all == [Sample.callback(1, .failure)])
    }

    /// The system may deliver one link twice, as when an app starts cold.
    @Test
    func oneLinkTwiceIsOneRequest() async throws {
        let question = Gate()
        let (app, backend) = (FakeApp(question: question), FakeBackend())
        let session = app.session(backend)
        let url = try Sample.url()
        async let first = session.handle(url)
        await question.reached()
        #expect(await session.handle(url) == nil)
        await question.open()
        #expect(await first?.outcome == .approved)
        #expect(app.asked.all.count == 1 && app.opened.all.count == 1)
        #expect(await session.handle(url)?.outcome == .approved)
        #expect(app.asked.all.count == 1 && backend.calls.all == ["preview", "activate"])
    }

    @Test
    func aHundredLinksAtOnceAreAnsweredOnceEach() async throws {
        let (app, backend) = (FakeApp(), FakeBackend())
        let session = app.session(backend)
        let urls = try (1...100).map { try Sample.url($0) }
        let ends = await withTaskGroup(of: TokenActivationEnd?.self) { group in
            for url in urls { group.addTask { await session.handle(url) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(ends.compactMap { $0 }.count == 100)
        #expect(app.ends.all.count == 100 && app.opened.all.count == 100)
        #expect(Set(app.opened.all.map(\.path)).count == 100)
        let approved = app.opened.all.filter { $0.query == "stepupresponse=approved" }.count
        #expect(approved >= 1 && approved == ends.filter { $0?.outcome == .approved }.count)
    }

    /// The caller gives up waiting; the wallet is answered all the same.
    @Test
    func aCallerThatGoesAwayTakesNothingWithIt() async throws {
        let (question, answered) = (Gate(), Gate())
        await answered.open()
        let app = FakeApp(question: question, answered: answered)
        let session = app.session(FakeBackend())
        let url = try Sample.url()
        let caller = Task { await session.handle(url) }
        await question.reached()
        caller.cancel()
        #expect(await caller.value == nil)
        await question.open()
        await answered.reached()
        #expect(app.opened.all == [Sample.callback(1, .approved)])
    }
}
