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

/// A page's content as server-sent events: each answer is one event, and the browser asks again by itself.
///
/// What it has seen is told by a digest of the content, so that nothing is missed between two answers, over a restart
/// neither, and nothing has to be kept for anybody who looks on.
struct LiveStream {
    let records: any ConsoleRecords
    let world: World
    /// The digest of what the browser shows; `nil` when it does not say.
    let seen: String?

    /// How soon the browser asks again: so often, at most, a page is made anew for one who looks on.
    let retryMilliseconds: Int

    /// Of pages that show objects, and of the charts, which change with every request.
    static let retryMilliseconds = 400
    static let figuresRetryMilliseconds = 10_000
    /// How long an answer is held when nothing changes: below what proxies and the server's own limits cut off.
    static let heldMilliseconds: Int64 = 20_000

    static func digest(_ content: HTML) -> String {
        Base64URL.encode(Array(SHA256.hash(data: Data(content.source.utf8))).prefix(15).map { $0 })
    }

    func response(
        _ content: @Sendable () async throws(ConsoleFailure) -> HTML
    ) async throws(ConsoleFailure) -> PageResponse {
        let end = world.uptimeMilliseconds() + LiveStream.heldMilliseconds
        while true {
            // Taken before the look: what changes during it is looked at again.
            let mark = records.mark
            let html = try await content()
            let digest = LiveStream.digest(html)
            if digest != seen { return event("content", digest, ["html": .string(html.source)]) }
            let left = end - world.uptimeMilliseconds()
            guard left > 0, await records.change(after: mark, withinMilliseconds: left) == .changed else {
                return event("quiet", digest, [:])
            }
            // What is written in one stretch is looked at once.
            await world.sleep(min(retryMilliseconds, Int(max(0, end - world.uptimeMilliseconds()))))
        }
    }

    /// There is nothing more to look at: the page is to be loaded again.
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
    /// The page with its content in the place that its script keeps true.
    func live(at request: PageRequest) -> Page {
        var page = self
        let path = request.segments.map { "/\($0)" }.joined()
        let query = request.rawQuery.isEmpty ? "" : "&\(request.rawQuery)"
        let address =
            "\(ConsoleSettings.mountPath)\(path)/\(ConsoleSettings.heldSegment)?seen=\(LiveStream.digest(content))\(query)"
        page.scripts = [PageAsset.fresh.path, ConsoleAsset.live.address]
        page.reloadsAfterSeconds = content.asksSomething ? nil : 10
        page.content = """
            <div data-live="\(address)">
            \(content)
            </div>
            """
        return page
    }
}
