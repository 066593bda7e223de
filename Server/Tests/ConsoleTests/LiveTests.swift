import ChaveBase
import ChavePixModel
import ChaveWire
import Pages
import Synchronization
import Testing

@testable import Console

/// A page's content as it changes.
@Suite struct LiveTests {
    private static let paths = [
        "", "/enrollments", "/payments", "/deliveries", "/enrollments/\(ConsoleSample.enrollment.text)",
        "/payments/\(ConsoleSample.payment.text)", "/deliveries/\(ConsoleSample.delivery.text)",
    ]

    private func records() -> ScriptedRecords {
        let records = ScriptedRecords()
        records.set { state in
            state.enrollments = [ConsoleSample.enrollmentRow()]
            state.payments = [ConsoleSample.paymentRow()]
            state.deliveries = [ConsoleSample.deliveryRow()]
            state.views[ConsoleSample.enrollment] = ConsoleSample.enrollmentView()
            state.paymentViews[ConsoleSample.payment] = ConsoleSample.paymentView()
            state.deliveryViews[ConsoleSample.delivery] = ConsoleSample.deliveryView()
        }
        return records
    }

    private final class Clock: Sendable {
        let milliseconds = Mutex<Int64>(0)
    }

    private func event(
        _ answer: PageResponse,
        retry: String? = "400"
    ) throws -> (name: String, id: String, html: String?) {
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(answer.header("Content-Type") == "text/event-stream" && text.hasSuffix("\n\n"))
        var fields: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            fields[String(parts[0])] = String(parts[1].dropFirst())
        }
        if let retry { #expect(fields["retry"] == retry) }
        let json = try JSONValue(parsing: try #require(fields["data"]))
        return (try #require(fields["event"]), try #require(fields["id"]), json["html"]?.string)
    }

    /// What a page shows is what it says it has seen.
    @Test(arguments: paths) func aPageThatShowsAllIsHeld(path: String) async throws {
        var browser = ConsoleBrowser(records())
        await browser.enter()
        let seen = try #require(browser.seen(await browser.get(path)))
        let answer = try event(await browser.get("\(path)/live", ["seen": seen]))
        #expect(answer.name == "quiet" && answer.id == seen)
        #expect(browser.records.waits == [LiveStream.heldMilliseconds])
    }

    /// An answer that is held to its end comes before the page counts the server as lost.
    @Test(arguments: paths + ["/figures"]) func aPageWaitsLongerThanTheServerHolds(path: String) async throws {
        var browser = ConsoleBrowser(records())
        await browser.enter()
        let page = browser.text(await browser.get(path))
        let silence = try #require(browser.between("data-silence=\"", "\"", in: page).flatMap { Int64($0) })
        let answer = await browser.get("\(path)/live", ["seen": "other"])
        let text = String(decoding: answer.body, as: UTF8.self)
        let retry = try #require(browser.between("retry: ", "\n", in: text).flatMap { Int64($0) })
        #expect(silence > retry + LiveStream.heldMilliseconds && silence < 60_000)
    }

    @Test(arguments: paths) func whoShowsSomethingElseIsToldAtOnce(path: String) async throws {
        var browser = ConsoleBrowser(records())
        await browser.enter()
        let answer = try event(await browser.get("\(path)/live", ["seen": "other"]))
        #expect(answer.name == "content" && answer.html != nil)
        #expect(browser.records.waits.isEmpty)
        // The browser asks again with the event's id, in the query still what the page began with.
        let next = try event(await browser.get("\(path)/live", ["seen": "other"], seen: answer.id))
        #expect(next.name == "quiet")
    }

    @Test func aChangeWhileSomebodyWaitsIsTold() async throws {
        var browser = ConsoleBrowser(records())
        await browser.enter()
        let seen = try #require(browser.seen(await browser.get("")))
        browser.records.set {
            $0.whileWaiting = {
                $0.payments[0].status = "SUCCEEDED"
                $0.mark += 1
            }
        }
        let answer = try event(await browser.get("/live", ["seen": seen]))
        #expect(answer.name == "content" && answer.html?.contains("SUCCEEDED") == true && answer.id != seen)
    }

    /// Something else was written: the rest of the time is waited out.
    @Test func aChangeThatThePageDoesNotShowGoesOnWaiting() async throws {
        let clock = Clock()
        var browser = ConsoleBrowser(records(), uptime: { clock.milliseconds.withLock { $0 } })
        await browser.enter()
        let seen = try #require(browser.seen(await browser.get("")))
        browser.records.set {
            $0.whileWaiting = {
                $0.mark += 1
                clock.milliseconds.withLock { $0 = 15_000 }
            }
        }
        #expect(try event(await browser.get("/live", ["seen": seen])).name == "quiet")
        #expect(browser.records.waits == [20_000, 5_000])
    }

    @Test func aPageThatIsGoneEndsTheStream() async throws {
        var browser = ConsoleBrowser(records())
        await browser.enter()
        #expect(try event(await browser.get("/enrollments/nothing/live")).name == "ended")
    }

    /// The page's script asks again; the page stays.
    @Test func aReadThatFailsEndsNoPage() async throws {
        var browser = ConsoleBrowser(records())
        await browser.enter()
        browser.records.set { $0.failure = .unavailable }
        #expect(await browser.get("/live").status == 503)
        #expect(await browser.get("/payments").header("Refresh") == "10")
    }

    /// However much is written that the page does not show.
    @Test func aPageIsMadeAnewSeldom() async throws {
        let clock = Clock()
        var browser = ConsoleBrowser(
            records(),
            uptime: { clock.milliseconds.withLock { $0 } },
            sleep: { pause in clock.milliseconds.withLock { $0 += Int64(pause) } }
        )
        await browser.enter()
        for (path, looks) in [("enrollments", 51), ("figures", 3)] {
            let seen = try #require(browser.seen(await browser.get("/\(path)")))
            browser.records.set { $0.isBusy = true }
            let before = browser.records.calls.count
            #expect(try event(await browser.get("/\(path)/live", ["seen": seen]), retry: nil).name == "quiet")
            let each = path == "figures" ? 2 : 1
            #expect((browser.records.calls.count - before) / each == looks, "\(path)")
        }
    }

    @Test func whenTheServerStopsNobodyLooksAgain() async throws {
        var browser = ConsoleBrowser(records())
        await browser.enter()
        let seen = try #require(browser.seen(await browser.get("/enrollments")))
        browser.records.set {
            $0.isBusy = true
            $0.isOver = true
        }
        let before = browser.records.calls.count
        #expect(try event(await browser.get("/enrollments/live", ["seen": seen])).name == "quiet")
        #expect(browser.records.calls.count == before + 1)
    }

    @Test func theListOfOneStatusStaysThatList() async throws {
        var browser = ConsoleBrowser(records())
        await browser.enter()
        let page = browser.text(await browser.get("/payments", ["status": "FAILED"]))
        let address = try #require(browser.between("data-live=\"", "\"", in: page))
        #expect(address.hasPrefix("/console/payments/live?seen=") && address.hasSuffix("&amp;status=FAILED"))
    }
}
