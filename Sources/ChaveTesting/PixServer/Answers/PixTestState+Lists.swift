import ChavePixModel
import ChaveTransport

extension PixTestState {
    func listInstitutions(_ context: PixTestContext) -> HTTPResponse {
        let name = context.query["name"]?.lowercased()
        let found = institutions.filter { institution in
            institution.active && (name.map { institution.displayName.lowercased().contains($0) } ?? true)
        }
        return page(found, context) { $0.id.text }
    }

    func readInstitution(_ context: PixTestContext) throws(PixTestRefusal) -> HTTPResponse {
        let id: InstitutionID = try context.id()
        guard let found = institutions.first(where: { $0.id == id }) else { throw .notFound }
        return PixTestContext.ok(found)
    }

    /// One page; the link to the next names the last of this one, so that new objects in front move nothing.
    func page<Resource: APIMessage>(
        _ all: [Resource],
        _ context: PixTestContext,
        id: (Resource) -> String
    ) -> HTTPResponse {
        let asked = context.query["page_size"].flatMap { Int($0) } ?? 100
        let size = min(max(asked, 1), max(longestPage, 1))
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
