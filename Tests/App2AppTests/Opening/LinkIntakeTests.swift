import App2App
import ChaveBase
import Foundation
import Testing

@MainActor
struct LinkIntakeTests {
    /// What the takers were asked and given.
    private final class World {
        var taken: [String] = []
        var asked: [String] = []
    }

    private let world = World()
    private let time = Recorded<TimeInterval>()

    private func taker(_ name: String, takes host: String) -> LinkIntake.Taker {
        { [world] url in
            world.asked.append(name)
            guard url.host == host else { return false }
            world.taken.append("\(name) \(url.absoluteString)")
            return true
        }
    }

    private func intake(_ takers: LinkIntake.Taker...) -> LinkIntake {
        LinkIntake(
            takers: takers,
            clock: TokenActivationClock(now: { [time] in Sample.start + time.all.reduce(0, +) }, sleep: { _ in })
        )
    }

    private func advance(_ seconds: TimeInterval) { time.add(seconds) }

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test func theFirstThatALinkIsForHasItAlone() throws {
        let intake = intake(taker("one", takes: "a"), taker("two", takes: "b"), taker("three", takes: "b"))
        #expect(intake.receive(try url("app://b/1")))
        #expect(world.taken == ["two app://b/1"])
        #expect(world.asked == ["one", "two"])
    }

    @Test func aLinkForNobodyIsSaidToBeSo() throws {
        let intake = intake(taker("one", takes: "a"))
        #expect(!intake.receive(try url("app://c/1")))
        // By another way as well, and nobody is asked again.
        #expect(!intake.receive(try url("app://c/1")))
        #expect(world.asked == ["one"])
    }

    @Test(arguments: [0, 0.5, 2.9])
    func oneLinkByTwoWaysIsOneLink(_ seconds: TimeInterval) throws {
        let intake = intake(taker("one", takes: "a"))
        #expect(intake.receive(try url("app://a/1")))
        advance(seconds)
        #expect(intake.receive(try url("app://a/1")))
        #expect(world.taken == ["one app://a/1"])
    }

    /// Each repetition counts from the first: a link that comes over and over is not held off for ever.
    @Test func aLinkThatIsOpenedAgainIsAnother() throws {
        let intake = intake(taker("one", takes: "a"))
        for _ in 0..<4 {
            intake.receive(try url("app://a/1"))
            advance(1)
        }
        #expect(world.taken.count == 2)
    }

    @Test func anotherLinkRightBehindIsAnother() throws {
        let intake = intake(taker("one", takes: "a"))
        intake.receive(try url("app://a/1"))
        intake.receive(try url("app://a/2"))
        intake.receive(try url("app://a/1"))
        #expect(world.taken == ["one app://a/1", "one app://a/2"])
    }

    @Test func aClockThatIsSetBackHoldsNothingOff() throws {
        let intake = intake(taker("one", takes: "a"))
        intake.receive(try url("app://a/1"))
        advance(-3600)
        intake.receive(try url("app://a/1"))
        #expect(world.taken.count == 2)
    }

    @Test func aTakerMayLeadToTheSameLink() throws {
        final class Holder { var intake: LinkIntake? }
        let holder = Holder()
        var calls = 0
        let link = try url("app://a/1")
        let intake = LinkIntake(takers: [
            { url in
                calls += 1
                return holder.intake?.receive(url) ?? false
            }
        ])
        holder.intake = intake
        #expect(intake.receive(link))
        #expect(calls == 1)
    }

    /// A cold start brings a link with the scene's options and then once more: one question, one answer.
    @Test func aSessionIsAskedOnceForAColdStart() async throws {
        let ended = Gate()
        let app = FakeApp(answered: ended)
        let session = app.session(FakeBackend())
        let others = World()
        let intake = LinkIntake(
            session,
            others: [
                { url in
                    others.taken.append(url.absoluteString)
                    return true
                }
            ]
        )
        let link = try Sample.url()
        #expect(intake.receive(link))
        #expect(intake.receive(link))
        #expect(intake.receive(try url("https://app.example/register?token=1")))
        await ended.reached()
        await ended.open()
        #expect(app.asked.all.count == 1)
        #expect(app.opened.all.count == 1)
        #expect(others.taken == ["https://app.example/register?token=1"])
    }

    @Test(arguments: [
        ("https://wallet.example/r", true), ("HTTPS://wallet.example/r", true), ("wallet-app://r", false),
        ("http://127.0.0.1:8080/wallet", false),
    ])
    func onlyAnHTTPSCallbackIsForItsAppAlone(_ text: String, _ isForItsAppAlone: Bool) throws {
        #expect(CallbackOpening.isForItsAppAlone(try url(text)) == isForItsAppAlone)
    }
}
