import App2App
import Foundation
import Testing

@Suite
struct FlowTests {
    private typealias Flow = TokenActivationFlow

    private func answers(_ effects: [Flow.Effect]) -> [TokenActivationEnd] {
        effects.compactMap { if case .answer(let end) = $0 { end } else { nil } }
    }

    /// Walks a request of `link` up to the backend's word.
    private func activated(
        _ flow: inout Flow,
        _ link: TokenActivationLink,
        id: Int,
        code: String? = nil
    ) -> [Flow.Effect] {
        let events: [Flow.Event] = [
            .linkArrived(link), .holderConfirmed(id), .holderAuthenticated(id), .activationBegan(id),
            .backendActivated(id, code: code),
        ]
        return events.flatMap { flow.receive($0, at: Sample.start) }
    }

    @Test
    func theOlderRequestIsAnsweredAtItsOwnWallet() throws {
        var flow = Flow()
        _ = flow.receive(.linkArrived(try Sample.link(1)), at: Sample.start)
        let ends = answers(flow.receive(.linkArrived(try Sample.link(2)), at: Sample.start))
        #expect(ends.map(\.callback) == [Sample.callback(1, .failure)])
        #expect(flow.openRequest?.link == (try Sample.link(2)))
    }

    @Test
    func aRequestThatNamesNoTokenFailsWithoutAQuestion() throws {
        for json in [#"{}"#, #"{"tokenReferenceID":"T"}"#, #"{"panReferenceID":"V","tokenRequestorID":"4"}"#] {
            var flow = Flow()
            let effects = flow.receive(.linkArrived(try Sample.link(json: json)), at: Sample.start)
            #expect(effects.count == 1)
            #expect(answers(effects).map(\.failure) == [.incomplete])
            #expect(answers(effects).map(\.callback) == [Sample.callback(1, .failure)])
        }
    }

    /// Also where an incomplete link comes while another is under way.
    @Test
    func anIncompleteLinkReplacesAsWell() throws {
        var flow = Flow()
        _ = flow.receive(.linkArrived(try Sample.link(1)), at: Sample.start)
        let ends = answers(flow.receive(.linkArrived(try Sample.link(2, json: "{}")), at: Sample.start))
        #expect(ends.map(\.callback) == [Sample.callback(1, .failure), Sample.callback(2, .failure)])
    }

    @Test
    func theCodeGoesWithTheApprovalOnly() throws {
        var flow = Flow()
        let first = answers(activated(&flow, try Sample.link(), id: 1, code: "12 3"))
        #expect(first.map(\.callback?.query) == ["stepupresponse=approved&stepupauthcode=12%203"])
        _ = flow.receive(.callbackOpened(1), at: Sample.start)
        let again = answers(flow.receive(.linkArrived(try Sample.link()), at: Sample.start + 1))
        #expect(again.map(\.callback) == [Sample.callback(1, .approved)])
    }

    /// Written otherwise it says the same: other spaces, other order of the JSON, another alphabet.
    @Test
    func aReplayIsKnownHoweverItIsWritten() throws {
        var flow = Flow()
        _ = flow.receive(.linkArrived(try Sample.link()), at: Sample.start)
        _ = flow.receive(.holderDeclined(1), at: Sample.start)
        _ = flow.receive(.callbackOpened(1), at: Sample.start)
        let json = #"{ "deviceIndex" : "2", "panReferenceID":"V-1", "tokenReferenceID" : "DNITHE1" }"#
        let effects = flow.receive(.linkArrived(try Sample.link(json: json)), at: Sample.start + 299)
        #expect(effects.count == 1)
        #expect(answers(effects).map(\.outcome) == [.declined])
        let later = flow.receive(.linkArrived(try Sample.link(json: json)), at: Sample.start + 300)
        #expect(answers(later).isEmpty && flow.openRequest != nil)
    }

    @Test
    func whatFailedMayBeTriedAgain() throws {
        var flow = Flow()
        _ = flow.receive(.linkArrived(try Sample.link()), at: Sample.start)
        _ = flow.receive(.backendFailed(1, .unavailable), at: Sample.start)
        _ = flow.receive(.callbackOpened(1), at: Sample.start)
        _ = flow.receive(.linkArrived(try Sample.link()), at: Sample.start + 1)
        #expect(flow.openRequest?.id == 2)
    }

    /// Another link with the same payload, or the same callback, is another request.
    @Test
    func bothPayloadAndCallbackMakeTheRequest() throws {
        var flow = Flow()
        _ = activated(&flow, try Sample.link(1), id: 1)
        _ = flow.receive(.callbackOpened(1), at: Sample.start)
        let samePayload = Sample.text(1).replacingOccurrences(of: "%2Fr%2F1", with: "%2Fr%2F9")
        let elsewhere = try TokenActivationLink(text: samePayload, rules: Sample.rules())
        _ = flow.receive(.linkArrived(elsewhere), at: Sample.start)
        #expect(flow.openRequest?.id == 2)
        let other = try Sample.link(1, json: #"{"tokenReferenceID":"DNITHE1","panReferenceID":"V-1","deviceIndex":3}"#)
        _ = flow.receive(.linkArrived(other), at: Sample.start)
        #expect(flow.openRequest?.id == 3)
    }

    @Test
    func theGuardForgetsTheOldestOfMany() throws {
        var flow = Flow()
        for number in 1...33 {
            _ = flow.receive(.linkArrived(try Sample.link(number)), at: Sample.start)
            _ = flow.receive(.holderDeclined(number), at: Sample.start)
            _ = flow.receive(.callbackOpened(number), at: Sample.start)
        }
        #expect(answers(flow.receive(.linkArrived(try Sample.link(2)), at: Sample.start)).map(\.outcome) == [.declined])
        _ = flow.receive(.linkArrived(try Sample.link(1)), at: Sample.start)
        #expect(flow.openRequest?.id == 34)
    }

    @Test
    func bareOpensNothingButAfterAnApproval() throws {
        var approved = Flow()
        let opened = answers(activated(&approved, try Sample.link(answers: .bare), id: 1, code: "1"))
        #expect(opened.map(\.callback?.absoluteString) == ["https://wallet.example/r/1"])
        for event in [Flow.Event.holderDeclined(1), .backendFailed(1, .unavailable), .signedOut] {
            var flow = Flow()
            _ = flow.receive(.linkArrived(try Sample.link(answers: .bare)), at: Sample.start)
            let ends = answers(flow.receive(event, at: Sample.start))
            #expect(ends.count == 1 && ends.allSatisfy { $0.callback == nil })
        }
    }

    /// Random events in any order: never two answers for one request, never an approval that the backend did not give.
    @Test(arguments: 0..<200)
    func noOrderOfEventsAnswersTwice(_ seed: Int) throws {
        var numbers = SeededNumbers(seed: UInt64(seed))
        var flow = Flow()
        var now = Sample.start
        var answered: [Int] = []
        for _ in 0..<60 {
            now += Double(numbers.next(below: 40))
            let id = max(1, flow.openRequest?.id ?? 1)
            let events: [Flow.Event] = [
                .linkArrived(try Sample.link(numbers.next(below: 3))), .holderConfirmed(id), .holderAuthenticated(id),
                .activationBegan(id), .backendActivated(id, code: nil), .backendFailed(id, .unavailable),
                .callbackOpened(id), .holderDeclined(id), .clockTick, .authenticationFailed(id), .signedOut,
            ]
            let event = events[numbers.next(below: events.count)]
            let wasActivating = if case .activating = flow.state { true } else { false }
            for end in answers(flow.receive(event, at: now)) {
                guard let request = end.request else { continue }
                answered.append(request)
                #expect(end.outcome != .approved || wasActivating && event == .backendActivated(request, code: nil))
            }
        }
        #expect(Set(answered).count == answered.count)
    }
}
