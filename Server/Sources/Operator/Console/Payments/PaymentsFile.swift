import ChaveBase
import ChavePixModel
import Pages

/// The payments of a choice as a file of comma-separated values (RFC 4180), newest first.
struct PaymentsFile {
    let bankNames: [InstitutionID: String]

    /// A file ends after so many rows, or after so many pages without a row; the newest are in it.
    static let (mostRows, mostPages, pageRows) = (10_000, 100, 500)

    static let columns = [
        "id", "created_at", "updated_at", "merchant", "bank", "amount", "status", "reason", "end_to_end_id",
        "external_id",
    ]

    func text(of rows: [PaymentRow]) -> String {
        ([PaymentsFile.columns] + rows.map(fields)).map { $0.map(PaymentsFile.quoted).joined(separator: ",") + "\r\n" }
            .joined()
    }

    private func fields(_ row: PaymentRow) -> [String] {
        [
            row.id.text, row.createdAt.rfc3339, row.updatedAt.rfc3339, row.organisation,
            bankNames[row.institution] ?? row.institution.text, row.amount.decimal, row.status, row.reason ?? "",
            row.endToEndID, row.externalID ?? "",
        ]
    }

    /// A field in quotation marks where it needs them.
    ///
    /// A text that a spreadsheet would take for a formula gets an apostrophe: merchants choose some of these texts.
    private static func quoted(_ text: String) -> String {
        let isFormula = text.first.map { "=+-@\t\r".contains($0) } ?? false
        let text = isFormula ? "'\(text)" : text
        guard text.utf8.contains(where: Array(",\"\r\n".utf8).contains) else { return text }
        return "\"\(text.replacing("\"", with: "\"\""))\""
    }
}
