import ChaveBase
import ChavePixModel
import ChaveWire
import Crypto
import Pages

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A page's content as server-sent events: each response is one event, and the browser asks again by itself.
///
/// The browser names the content that it shows by a digest. So it misses nothing between two responses or over a
/// restart, and the server stores nothing for a viewer.
struct LiveStream {
    let records: any ConsoleRecords
    let world: World
    /// The digest of the content that the browser shows; `nil` when it sends none.
    let seen: String?

    /// The delay after which the browser asks again, which limits how often a page is made for one viewer.
    let retryMilliseconds: Int

    /// The delay of pages that show objects; ``figuresRetryMilliseconds`` is that of the charts, which change with
    /// every request.
    static let retryMilliseconds = 400
    static let figuresRetryMilliseconds = 10_000
    /// The time for which a response is held without a change: below the limits of proxies and of the server itself.
    static let heldMilliseconds: Int64 = 20_000

    /// The delay of the page at a path below the console's.
    static func retryMilliseconds(at path: [String]) -> Int {
        path == ["figures"] ? figuresRetryMilliseconds : retryMilliseconds
    }

    /// The time without an event after which a page at that path counts the server as lost.
    static func silenceMilliseconds(at path: [String]) -> Int {
        retryMilliseconds(at: path) + Int(heldMilliseconds) + 5_000
    }

    static func digest(_ content: HTML) -> String {
        Base64URL.encode(Array(SHA256.hash(data: Data(content.source.utf8))).prefix(15).map { $0 })
    }

    func response(
        _ content: @Sendable () async throws(ConsoleFailure) -> HTML
    ) async throws(ConsoleFailure) -> PageResponse {
        let end = world.uptimeMilliseconds() + LiveStream.heldMilliseconds
        while true {
            // The mark is taken before the read, so that a change during the read causes another read.
            let mark = records.mark
            let html = try await content()
            let digest = LiveStream.digest(html)
            if digest != seen { return event("content", digest, ["html": .string(html.source)]) }
            let left = end - world.uptimeMilliseconds()
            guard left > 0, await records.change(after: mark, withinMilliseconds: left) == .changed else {
                return event("quiet", digest, [:])
            }
            // Writes in quick succession cause only one read.
            await world.sleep(min(retryMilliseconds, Int(max(0, end - world.uptimeMilliseconds()))))
        }
    }

    /// The event after which the browser must load the page again.
    static let ended: PageResponse = .event(
        "ended",
        id: "-",
        json: [:],
        retryMilliseconds: LiveStream.retryMilliseconds
    )

    private func event(_ name: String, _ digest: String, _ json: JSONValue) -> PageResponse {
        .event(name, id: digest, json: json, retryMilliseconds: retryMilliseconds)
    }
}

extension Page {
    /// The page with its content in the element that its script keeps current.
    func live(at request: PageRequest) -> Page {
        var page = self
        let path = request.segments.map { "/\($0)" }.joined()
        let query = request.rawQuery.isEmpty ? "" : "&\(request.rawQuery)"
        let address =
            "\(ConsoleSettings.mountPath)\(path)/\(ConsoleSettings.heldSegment)?seen=\(LiveStream.digest(content))\(query)"
        let silence = String(LiveStream.silenceMilliseconds(at: request.segments))
        page.scripts = [PageAsset.fresh.path, ConsoleAsset.live.address]
        page.reloadsAfterSeconds = content.asksSomething ? nil : 10
        page.content = """
            <div data-live="\(address)" data-silence="\(silence)">
            \(content)
            </div>
            """
        return page
    }
}
