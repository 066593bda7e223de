/// A table that becomes a list of cards in a narrow window, so that all of it stays visible.
///
/// Each card repeats the names of the columns. The roles are explicit, because some browsers drop the table role when
/// the style sheet changes the layout.
public struct StackTable: Sendable {
    public struct Column: Sendable {
        public var title: String
        /// Whether the cells are amounts, aligned at their ends.
        public var isNumber: Bool

        public init(_ title: String, isNumber: Bool = false) {
            self.title = title
            self.isNumber = isNumber
        }
    }

    public struct Row: Sendable {
        /// Attributes of the row itself, with a space before each.
        public var attributes: HTML
        /// One cell for each column; an empty cell takes no space on a card.
        public var cells: [HTML]

        public init(_ cells: [HTML], attributes: HTML = "") {
            self.cells = cells
            self.attributes = attributes
        }
    }

    /// The accessible name of the table.
    public var label: String
    public var columns: [Column]
    public var rows: [Row]

    public init(_ label: String, columns: [Column], rows: [Row]) {
        self.label = label
        self.columns = columns
        self.rows = rows
    }

    public var html: HTML {
        """
        <table class="stack" role="table" aria-label="\(label)">
        <thead role="rowgroup"><tr role="row">\(columns.map(head))</tr></thead>
        <tbody role="rowgroup">
        \(rows.map(row))</tbody>
        </table>
        """
    }

    private func head(_ column: Column) -> HTML {
        "<th scope=\"col\" role=\"columnheader\"\(mark(column))>\(column.title)</th>"
    }

    private func row(_ row: Row) -> HTML {
        "<tr\(row.attributes) role=\"row\">\(zip(columns, row.cells).map(cell))</tr>\n"
    }

    private func cell(_ column: Column, _ content: HTML) -> HTML {
        guard !content.source.isEmpty else { return "<td role=\"cell\"></td>" }
        return "<td role=\"cell\"\(mark(column)) data-label=\"\(column.title)\"><div>\(content)</div></td>"
    }

    private func mark(_ column: Column) -> HTML { column.isNumber ? " class=\"number\"" : "" }
}
