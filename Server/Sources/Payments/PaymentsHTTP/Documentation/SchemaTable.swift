import ChavePixModel
import Pages

/// One table of the API on the reference page.
struct SchemaTable {
    let schema: Schema

    var html: HTML {
        """
        <article id="schema-\(schema.name)">
        <h3><a href="#schema-\(schema.name)"><code>\(schema.name)</code></a></h3>
        <p>\(schema.summary)</p>
        \(FieldRows(label: "Fields of \(schema.name)", fields: schema.fields).html)
        </article>
        """
    }

    static func link(to schema: Schema) -> HTML {
        "<a href=\"#schema-\(schema.name)\"><code>\(schema.name)</code></a>"
    }
}

/// The rows of fields with their accepted values.
struct FieldRows {
    /// The table's name for readers who do not see it.
    let label: String
    let fields: [Field]
    /// Whether the fields are query parameters, which are always text.
    var isQuery = false

    var html: HTML {
        """
        <div class="wide" tabindex="0" role="group" aria-label="\(label)"><table>
        <thead><tr><th scope="col">field</th><th scope="col">takes</th><th scope="col">what it is</th></tr></thead>
        <tbody>\(fields.map(row))</tbody>
        </table></div>
        """
    }

    private func row(_ field: Field) -> HTML {
        """
        <tr><td><code>\(field.name)</code>\(presence(field))</td><td>\(takes(field.type))\(field.isNullable && !isQuery ? ", or null" : "")\
        </td><td>\(field.summary) \(relations(field))</td></tr>
        """
    }

    private func presence(_ field: Field) -> HTML {
        switch field.presence {
        case .required: " <small>required</small>"
        case .optional: ""
        case .requiredWhen(let condition): " <small>required \(condition.summary)</small>"
        }
    }

    private func takes(_ type: FieldType) -> HTML {
        switch type {
        case .object(let schema): SchemaTable.link(to: schema)
        case .reference(let schema): "a UUID, or \(SchemaTable.link(to: schema))"
        case .array(let element, let count, _):
            "\(String(count.lowerBound)) to \(String(count.upperBound)) of: \(takes(element))"
        case .variant(_, let variants):
            "\(variants.map { "\(SchemaTable.link(to: $0.schema)) for \($0.value) " as HTML })"
        case .enumeration(let values, .open): "\(values.joined(separator: ", ")), or a word that is new"
        default: "\(type.advice)"
        }
    }

    private func relations(_ field: Field) -> String {
        var sentences: [String] = []
        if !field.excludes.isEmpty { sentences.append("Not together with \(field.excludes.joined(separator: ", ")).") }
        if case .sameText(let name) = field.agreement { sentences.append("The same text as \(name).") }
        if case .kind(let name) = field.agreement { sentences.append("The kind of the number in \(name).") }
        return sentences.joined(separator: " ")
    }
}
