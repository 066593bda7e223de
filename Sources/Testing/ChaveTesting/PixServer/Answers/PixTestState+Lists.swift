import ChaveBase
import ChavePixModel
import ChaveTransport

extension PixTestState {
    func listInstitutions(_ context: PixTestContext) throws(PixTestRefusal) -> HTTPResponse {
        let name = context.query["name"].map { Array($0.lowercased().utf8) }
        let found = institutions.filter { institution in
            institution.active && (name.map { PixTestState.isPart($0, of: institution.displayName) } ?? true)
        }
        return try page(found, context) { $0.id.text }
    }

    /// Whether the text contains the part; `StringProtocol.contains` requires a newer system than iOS 15.
    private static func isPart(_ part: [UInt8], of text: String) -> Bool {
        let bytes = Array(text.lowercased().utf8)
        return bytes.indices.contains { bytes[$0...].starts(with: part) }
    }

    func readInstitution(_ context: PixTestContext) throws(PixTestRefusal) -> HTTPResponse {
        let id: InstitutionID = try context.id()
        guard let found = institutions.first(where: { $0.id == id }) else { throw .notFound }
        return PixTestContext.ok(found)
    }

    /// One page of a list; the link to the next page names the last id of this one, so that new objects do not shift
    /// the pages.
    func page<Resource: APIMessage>(
        _ all: [Resource],
        _ context: PixTestContext,
        id: (Resource) -> String
    ) throws(PixTestRefusal) -> HTTPResponse {
        guard let asked = Int(context.query["page_size"] ?? "100"), asked > 0 else {
            throw .field(.invalid, "page_size", "Send a whole number from 1.")
        }
        let size = min(asked, longestPage)
        let before =
            context.query["cursor"].flatMap { cursor in all.firstIndex { id($0) == cursor } }.map { $0 + 1 } ?? 0
        let results = Array(all.dropFirst(before).prefix(size))
        var next: String?
        if before + results.count < all.count, let last = results.last {
            let kept = context.query.filter { $0.key != "cursor" }.sorted { $0.key < $1.key }
            let query = kept.map { (name: $0.key, value: $0.value) } + [(name: "cursor", value: id(last))]
            next = PixTestServer.baseURL.appending(path: PixTestServer.prefix + "/\(context.path[0])/", query: query)
        }
        let list = ResourceList(count: Int64(all.count), next: next, previous: nil, results: results)
        return PixTestContext.ok(list)
    }
}
