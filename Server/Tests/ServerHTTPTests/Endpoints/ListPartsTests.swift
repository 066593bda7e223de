import ChavePixModel
import ChaveWire
import PaymentsCore
import Testing

@testable import HTTPKernel
@testable import PaymentsHTTP

/// Lists are read in parts of about a MiB: nobody sees where one part ends.
struct ListPartsTests {
    private static let rows = 95

    private static func fill(_ server: TestServer) async throws -> [String] {
        var ids: [String] = []
        for number in 0..<rows {
            let body: JSONValue = [
                "identifier": .string(TestCPF.number(number)), "name": .string("Pessoa \"\(number)\""),
            ]
            ids.append(try await server.done(.post("/payments/br/customers/", body), as: server.shop.basic).id)
        }
        return ids.reversed()
    }

    private static func list(_ server: TestServer, _ query: String) async throws -> Reply {
        try await server.done(.get("/payments/br/customers/?\(query)"), as: server.shop.basic)
    }

    private static func cursor(_ link: JSONValue?) -> String? {
        link?.string.flatMap { $0.split(separator: "cursor=").last.map { "cursor=\($0)" } }
    }

    @Test func aPageOfManyPartsIsTheSamePage() async throws {
        try await withServer { server in
            let ids = try await Self.fill(server)
            let whole = try await Self.list(server, "page_size=1000")
            #expect(whole.resultIDs == ids)
            #expect(whole.names == ["count", "next", "previous", "results"])
            #expect(whole["count"] == 95)
            #expect(whole["next"]?.isNull == true && whole["previous"]?.isNull == true)
            // Distances from the start that no usual part divides.
            for (number, size) in [(2, 47), (3, 31), (2, 50), (1, 61), (5, 19), (4, 40)] {
                let page = try await Self.list(server, "page=\(number)&page_size=\(size)")
                let expected = Array(ids.dropFirst((number - 1) * size).prefix(size))
                #expect(page.resultIDs == expected, "page \(number) of \(size)")
                #expect(page["count"] == 95)
                #expect((page["next"]?.isNull == true) == (number * size >= 95), "page \(number) of \(size)")
                #expect((page["previous"]?.isNull == true) == (number == 1 || expected.isEmpty))
            }
        }
    }

    @Test func cursorsLeadBackAndForthOverParts() async throws {
        try await withServer { server in
            let ids = try await Self.fill(server)
            let first = try await Self.list(server, "page_size=40")
            #expect(first.resultIDs == Array(ids[0..<40]))
            let second = try await Self.list(server, "page_size=40&\(Self.cursor(first["next"]) ?? "")")
            #expect(second.resultIDs == Array(ids[40..<80]))
            let third = try await Self.list(server, "page_size=40&\(Self.cursor(second["next"]) ?? "")")
            #expect(third.resultIDs == Array(ids[80..<95]))
            #expect(third["next"]?.isNull == true)
            let back = try await Self.list(server, "page_size=75&\(Self.cursor(third["previous"]) ?? "")")
            #expect(back.resultIDs == Array(ids[5..<80]))
            #expect(back["previous"]?.isNull == false && back["next"]?.isNull == false)
            let start = try await Self.list(server, "page_size=75&\(Self.cursor(back["previous"]) ?? "")")
            #expect(start.resultIDs == Array(ids[0..<5]))
            #expect(start["previous"]?.isNull == true)
        }
    }

    @Test(arguments: [(nil, 100, 100), ("7", 7, 7), ("100", 100, 100), ("101", 101, 100), ("9999", 1_000, 100)])
    func aDevicesPageHasAHundredRowsAtMost(_ asked: String?, _ ofKeys: Int, _ ofDevice: Int) {
        #expect(Paging.size(asked, isDevice: false) == ofKeys)
        #expect(Paging.size(asked, isDevice: true) == ofDevice)
    }

    /// Rows of 60 KB: the first part has twenty of them at most, and the next what fits into a MiB.
    @Test func aPartHasAboutAMebibyte() async throws {
        try await withServer { server in
            let one = try await server.done(
                .post("/payments/br/customers/", Bodies.customer()),
                as: server.shop.basic
            )
            var (large, small) = (try CustomerResource(json: one.json), try CustomerResource(json: one.json))
            large.name = String(repeating: "a", count: 60_000)
            small.name = "a"
            var body = ListBody<CustomerResource>(counting: nil)
            #expect(body.rows(of: 1_000) == 20)
            #expect(body.rows(of: 7) == 7)
            try body.add(Array(repeating: large, count: 20), atNewerEnd: false)
            #expect((10...20).contains(body.rows(of: 1_000)))
            body = ListBody<CustomerResource>(counting: nil)
            try body.add(Array(repeating: small, count: 20), atNewerEnd: false)
            #expect(body.rows(of: 100) == 80)
        }
    }
}
