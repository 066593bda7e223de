import ChavePixModel
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

    @Test func aRequestThatWasConfirmedIsLetGoOfLast() {
        let world = stage.pages.world
        var session = session(of: "maria")
        let launch = Launch(payload: [:], answers: IssuerStage.answers(), digest: [0])
        let first = session.open(launch, world: world)
        session.receive(.yes(subject: "maria"), first.id, at: start)
        session.receive(.confirmation(subject: "maria", authenticatedAt: start), first.id, at: start)
        for number in 1...20 as ClosedRange<UInt8> {
            _ = session.open(Launch(payload: [:], answers: IssuerStage.answers(), digest: [number]), world: world)
        }
        #expect(session.requests.count == 4 && session.request(first.id)?.isOpen == true)
    }
}
