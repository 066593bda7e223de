import ChaveBase
import ChaveWire
import Testing

@testable import IssuerPages

/// Whose session goes when there are too many, and what a session keeps.
@Suite struct IssuerSessionsTests {
    private let stage = IssuerStage()
    private let start = IssuerStage.time

    private func session(of subject: String? = nil, endsIn seconds: Int64 = 600) -> IssuerSession {
        var session = IssuerSession(stage.pages.world)
        session.person = subject.map {
            SignedInPerson(
                subject: $0,
                name: $0,
                accessToken: "token",
                authenticatedAt: start,
                endsAt: start.adding(seconds: seconds)
            )
        }
        return session
    }

    @Test func whereNobodyIsSignedInGoesFirst() {
        let sessions = IssuerSessions(most: 3)
        let maria = session(of: "maria")
        sessions.add(maria, at: start)
        for second in 1...10 as ClosedRange<Int64> {
            let now = start.adding(seconds: second)
            var other = session()
            other.endsAt = now.adding(seconds: IssuerSession.lifeSeconds)
            sessions.add(other, at: now)
            #expect(sessions.has(other.id))
        }
        #expect(sessions.has(maria.id))
    }

    @Test func ofManyWhoAreSignedInTheOldestGoes() {
        let sessions = IssuerSessions(most: 2)
        let people = [session(of: "a"), session(of: "b", endsIn: 1), session(of: "c"), session(of: "d")]
        for (index, person) in people.prefix(2).enumerated() {
            var person = person
            person.endsAt = person.endsAt.adding(seconds: Int64(index))
            sessions.add(person, at: start)
        }
        // The second one's sign-in is over: nobody loses anything.
        sessions.add(people[2], at: start.adding(seconds: 1))
        #expect(people.map { sessions.has($0.id) } == [true, false, true, false])
        var last = people[3]
        last.endsAt = last.endsAt.adding(seconds: 10)
        sessions.add(last, at: start.adding(seconds: 2))
        #expect(sessions.has(last.id))
        #expect([people[0], people[2]].filter { sessions.has($0.id) }.count == 1)
    }

    @Test func aRenewedSessionIsTheSameUnderAnotherName() {
        let sessions = IssuerSessions()
        let old = session(of: "maria")
        sessions.add(old, at: start)
        #expect(sessions.renew(old.id, as: "new") { $0.person?.subject } == "maria")
        #expect(!sessions.has(old.id) && sessions.session("new", at: start)?.id == "new")
        #expect(sessions.renew(old.id, as: "newer") { $0.id } == nil && !sessions.has("newer"))
    }

    /// Pages that begin a session have a rate of their own.
    @Test func whatBeginsASessionIsKnown() {
        for path in ["/sign-in", "/a2a", "/a2a/", "//sign-in"] { #expect(IssuerSettings.opensSession(path)) }
        for path in ["", "/", "/request/1", "/request/1/sign-in", "/signed-in", "/suspend"] {
            #expect(!IssuerSettings.opensSession(path))
        }
    }

    private func launch(_ number: UInt8) -> Launch {
        Launch(payload: [:], answers: IssuerStage.answers(), digest: [number])
    }

    /// Opened and confirmed; its id.
    private func confirmed(_ number: UInt8, in session: inout IssuerSession) throws -> String {
        let opened = session.open(launch(number), world: stage.pages.world)
        let request = try #require(opened)
        session.receive(.yes(subject: "maria"), request.id, at: start)
        session.receive(.confirmation(subject: "maria", authenticatedAt: start), request.id, at: start)
        return request.id
    }

    @Test func aRequestThatWasConfirmedIsNotLetGoOfForNewerOnes() throws {
        var session = session(of: "maria")
        let first = try confirmed(0, in: &session)
        for number in 1...20 as ClosedRange<UInt8> {
            #expect(session.open(launch(number), world: stage.pages.world) != nil)
        }
        #expect(session.requests.count == 4 && session.request(first)?.isOpen == true)
    }

    @Test func whereAllWereConfirmedNoneIsLetGoOf() throws {
        var session = session(of: "maria")
        let ids = try (0...3 as ClosedRange<UInt8>).map { try confirmed($0, in: &session) }
        #expect(session.open(launch(9), world: stage.pages.world) == nil)
        // The same link again is the same request, room or none.
        #expect(session.open(launch(2), world: stage.pages.world)?.id == ids[2])
        #expect(ids.allSatisfy { session.request($0)?.isOwedAnAnswer == true })
        session.receive(.active, ids[1], at: start)
        #expect(session.open(launch(9), world: stage.pages.world) != nil && session.request(ids[1]) == nil)
        #expect([ids[0], ids[2], ids[3]].allSatisfy { session.request($0)?.isOwedAnAnswer == true })
    }

    /// Whoever confirmed and signed out is still owed what came of it.
    @Test func aSessionThatIsOwedAnAnswerGoesAfterThoseOfNobody() throws {
        let sessions = IssuerSessions(most: 2)
        var owed = session(of: "maria")
        _ = try confirmed(0, in: &owed)
        owed.leave(at: start)
        sessions.add(owed, at: start)
        for second in 1...3 as ClosedRange<Int64> {
            var other = session()
            other.endsAt = owed.endsAt.adding(seconds: second)
            sessions.add(other, at: start)
        }
        #expect(sessions.has(owed.id))
    }
}
