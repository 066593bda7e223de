import Pages
import Testing

/// A table that becomes cards is still a table to whoever does not see it.
@Suite struct StackTableTests {
    private let table = StackTable(
        "Orders <all>",
        columns: [.init("What"), .init("Amount \"R$\"", isNumber: true), .init("Actions")],
        rows: [
            .init(["<b>Coffee</b>", "18.90", "<button>x</button>"], attributes: " data-status=\"PAID\""),
            .init(["Book", "59.00", ""]),
        ]
    ).html.source

    private func count(_ part: String) -> Int {
        table.split(separator: part, omittingEmptySubsequences: false).count - 1
    }

    @Test func theRolesAreWrittenOut() {
        #expect(table.contains("<table class=\"stack\" role=\"table\" aria-label=\"Orders &lt;all&gt;\">"))
        #expect(count("role=\"rowgroup\"") == 2 && count("role=\"row\"") == 3)
        #expect(count("role=\"columnheader\"") == 3 && count("role=\"cell\"") == 6)
    }

    @Test func eachCellSaysItsColumnAndAnEmptyOneNothing() {
        #expect(table.contains("data-label=\"What\"><div><b>Coffee</b></div></td>"))
        #expect(count("data-label=\"Amount &quot;R$&quot;\"") == 2)
        #expect(count("data-label=\"Actions\"") == 1)
        #expect(table.contains("<td role=\"cell\"></td>"))
        #expect(table.contains("<tr data-status=\"PAID\" role=\"row\">"))
    }
}
