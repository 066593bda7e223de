/// The rows of an interface, and the addresses at which they answer.
package struct RouteTable<API: RoutedInterface>: Sendable {
    package let rows: [Route<API>]
    private let paths: RoutePaths

    package enum Match {
        /// A row of the path; `label` is the address in the log.
        case row(Route<API>, label: String, PathParameters)
        /// The first row of the path, when no row has the method, and the methods that the path accepts.
        case otherMethods(Route<API>, label: String, PathParameters, [String])
        case nothing
    }

    /// Creates the table from rows and their `addresses`, each a label for the log and a whole path.
    package init(
        _ rows: [Route<API>],
        _ slashes: RoutePaths.Slashes,
        at addresses: (Route<API>) -> [(label: String, path: String)]
    ) {
        self.rows = rows
        let all = rows.enumerated().flatMap { index, row in
            addresses(row).map { RoutePath(row: index, row.method, $0.label, $0.path, slashes) }
        }
        paths = RoutePaths(all, slashes)
    }

    package func match(method: String, path: String) -> Match {
        switch paths.match(method: method, path: path) {
        case .row(let place, let parameters): .row(rows[place.row], label: place.label, parameters)
        case .otherMethods(let place, let parameters, let methods):
            .otherMethods(rows[place.row], label: place.label, parameters, methods)
        case .nothing: .nothing
        }
    }
}

/// Finds the row for a path; this type is not generic, because every request uses it.
package struct RoutePaths: Sendable {
    /// The rule for splitting a path into segments.
    package enum Slashes: Sendable {
        /// Empty segments do not count: `/a`, `/a/` and `//a` are one address.
        case emptyOnesIgnored
        /// Every slash counts: an address matches only in its exact spelling.
        case asWritten
    }

    enum Match {
        case row(RoutePath, PathParameters)
        case otherMethods(RoutePath, PathParameters, [String])
        case nothing
    }

    private let paths: [RoutePath]
    private let slashes: Slashes

    init(_ paths: [RoutePath], _ slashes: Slashes) {
        self.paths = paths
        self.slashes = slashes
    }

    /// Finds the row for a method and a path.
    ///
    /// A path that one row spells out belongs to that row alone, for every method (OpenAPI 3.1, section 4.8.8.2).
    func match(method: String, path: String) -> Match {
        let segments = RoutePath.segments(path, slashes)
        var rows: [RoutePath] = []
        for place in paths where place.fits(segments) {
            if let fewest = rows.first?.variables {
                if place.variables > fewest { continue }
                if place.variables < fewest { rows = [] }
            }
            rows.append(place)
        }
        guard let first = rows.first else { return .nothing }
        if let row = rows.first(where: { $0.method == method }) { return .row(row, PathParameters(row, segments)) }
        return .otherMethods(first, PathParameters(first, segments), RoutePaths.listed(rows.map(\.method)))
    }

    /// Adds HEAD to methods that include GET (RFC 9110, section 9.3.2).
    private static func listed(_ methods: [String]) -> [String] {
        (methods + (methods.contains("GET") ? ["HEAD"] : [])).sorted()
    }
}

/// One address of a row.
struct RoutePath: Sendable {
    let row: Int
    let method: String
    let label: String
    fileprivate let segments: [Substring]
    /// The number of segments that match any text.
    fileprivate let variables: Int

    init(row: Int, _ method: String, _ label: String, _ path: String, _ slashes: RoutePaths.Slashes) {
        self.row = row
        self.method = method
        self.label = label
        segments = RoutePath.segments(path, slashes)
        variables = segments.count(where: RoutePath.isVariable)
    }

    fileprivate func fits(_ path: [Substring]) -> Bool {
        guard path.count == segments.count else { return false }
        for (segment, part) in zip(segments, path) {
            if RoutePath.isVariable(segment) {
                if part.isEmpty { return false }
            } else if !segment.utf8.elementsEqual(part.utf8) {
                return false
            }
        }
        return true
    }

    fileprivate static func segments(_ path: String, _ slashes: RoutePaths.Slashes) -> [Substring] {
        path.split(separator: "/", omittingEmptySubsequences: slashes == .emptyOnesIgnored)
    }

    fileprivate static func isVariable(_ segment: Substring) -> Bool { segment.utf8.first == UInt8(ascii: "{") }

    /// The names between the braces of a template.
    static func names(in template: String) -> [String] {
        template.split(separator: "/").filter(isVariable).map { String($0.dropFirst().dropLast()) }
    }
}

/// The parts of a path at the braces of its template, as the client sent them.
package struct PathParameters: Sendable {
    private var values: [(name: Substring, value: Substring)] = []

    fileprivate init(_ place: RoutePath, _ path: [Substring]) {
        for (segment, part) in zip(place.segments, path) where RoutePath.isVariable(segment) {
            values.append((segment.dropFirst().dropLast(), part))
        }
    }

    package subscript(name: String) -> String? { values.first { $0.name == name }.map { String($0.value) } }

    /// The part at an index, from 0; `nil` when the template has fewer.
    package subscript(index: Int) -> Substring? { values.indices.contains(index) ? values[index].value : nil }
}
