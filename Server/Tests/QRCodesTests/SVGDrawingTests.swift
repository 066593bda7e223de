import QRCodes
import Testing

@Suite struct SVGDrawingTests {
    /// What the one path of the picture fills: `M<x> <y>h<width>v1h-<width>z` again and again.
    private func filled(_ svg: String, side: Int) throws -> [[Bool]] {
        let path = try #require(svg.firstMatch(of: /<path fill="#000" d="([^"]*)"\/>/)).1
        var modules = [[Bool]](repeating: [Bool](repeating: false, count: side), count: side)
        let runs = path.matches(of: /M(\d+) (\d+)h(\d+)v1h-(\d+)z/)
        #expect(runs.map { String($0.0) }.joined() == path, "nothing else stands in the path")
        for run in runs {
            let (column, row) = (try #require(Int(run.1)), try #require(Int(run.2)))
            let width = try #require(Int(run.3))
            #expect(run.3 == run.4)
            for module in column..<column + width { modules[row][module] = true }
        }
        return modules
    }

    @Test(arguments: ["482917350", "https://chave.example/t/padaria-aurora/b/0123456789abcdef#x"])
    func thePathFillsTheDarkModulesAndNoOther(_ text: String) throws {
        let matrix = try QRMatrix(text: text)
        let svg = matrix.svg(title: "Code")
        let side = matrix.size + 8
        #expect(svg.contains("viewBox=\"0 0 \(side) \(side)\""))
        #expect(svg.contains("<rect width=\"\(side)\" height=\"\(side)\" fill=\"#fff\"/>"))
        #expect(try filled(svg, side: side) == modulesToBeDrawn(matrix))
    }

    @Test func theTitleIsReadAndEscaped() throws {
        let svg = try QRMatrix(text: "1").svg(title: "<b> & \"c\" 'd'\u{1}")
        #expect(svg.contains("role=\"img\""))
        #expect(svg.contains("<title>&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;\u{FFFD}</title>"))
    }

    @Test func aStrictContentPolicyHasNothingToRefuse() throws {
        let svg = try QRMatrix(text: "1").svg(title: "Code")
        for part in ["style", "<script", " id=", "href", "url("] { #expect(!svg.contains(part)) }
    }
}
