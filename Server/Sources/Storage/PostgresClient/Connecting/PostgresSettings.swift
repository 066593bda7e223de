import PostgresClientLibrary

/// The address of PostgreSQL and the limits for requests to it.
///
/// The initializer reads a libpq connection string, `postgres://…` or `key=value …`, with all its keys: several hosts,
/// `sslmode`, `sslrootcert`, `passfile` and so on. libpq's environment variables fill in missing keys. Descriptions
/// show hosts and database, and neither user nor password.
public struct PostgresSettings: Sendable {
    /// The way in which statements reach the server.
    public enum Statements: String, CaseIterable, Hashable, Sendable {
        /// Each connection plans a text once.
        ///
        /// Do not use it behind a pooler that hands out connections by transaction.
        case prepared
        /// The server plans each statement anew, and the session has no settings: for pgbouncer in transaction mode.
        ///
        /// Each transaction carries its time limits. A new connection checks that sessions begin in `read committed`,
        /// and fails otherwise.
        case unnamed
    }

    /// The maximum number of connections; each has a thread.
    public var connections = 8
    public var statements = Statements.prepared
    /// The default deadline of a request, from the call to the answer.
    public var deadline = Duration.seconds(5)
    /// The maximum time that a request waits for a connection, as part of its deadline.
    public var longestWait = Duration.seconds(3)
    /// The time for one host to accept a connection, before the pool tries the next host.
    public var connectTimeout = Duration.seconds(3)

    /// One set of libpq parameters for each host, in the order of attempts.
    let candidates: [[String: String]]
    /// All pools made from these settings or from a copy share it: one pool's knowledge of a promotion counts for all.
    let firstServer: FirstServer

    /// - Throws: ``PostgresError`` of the kind `settingsWrong`, which repeats nothing of the string.
    public init(_ connectionString: String) throws(PostgresError) {
        candidates = try Self.candidates(of: try Self.parameters(of: connectionString))
        firstServer = FirstServer(count: candidates.count)
    }

    /// Whether the connection string itself holds a password.
    public var hasPassword: Bool { candidates.contains { $0["password"] != nil || $0["sslpassword"] != nil } }

    /// Parses the string and drops libpq's message, which would repeat parts of the string, such as a password.
    private static func parameters(of string: String) throws(PostgresError) -> [String: String] {
        guard !string.utf8.contains(0), let list = PQconninfoParse(string, nil) else {
            throw Self.wrong("it is neither postgres://user@host:port/database nor key=value pairs that libpq knows")
        }
        defer { PQconninfoFree(list) }
        var found: [String: String] = [:]
        var option = list
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { found[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return found
    }

    private static func candidates(of given: [String: String]) throws(PostgresError) -> [[String: String]] {
        var common = given
        common["fallback_application_name"] = given["fallback_application_name"] ?? "chave"
        common["client_encoding"] = "UTF8"
        try requireWriter(&common)
        let (hosts, addresses) = (parts(given["host"]), parts(given["hostaddr"]))
        let count = max(hosts.count, addresses.count, 1)
        var ports = parts(given["port"])
        if ports.count == 1, let port = ports.first { ports = Array(repeating: port, count: count) }
        for (name, list) in [("host", hosts), ("hostaddr", addresses), ("port", ports)]
        where !list.isEmpty && list.count != count {
            throw wrong("\(list.count) of \(name) are given for \(count) servers: give one for each")
        }
        return (0..<count).map { place in
            var parameters = common
            parameters["host"] = hosts.isEmpty ? nil : hosts[place]
            parameters["hostaddr"] = addresses.isEmpty ? nil : addresses[place]
            parameters["port"] = ports.isEmpty ? nil : ports[place]
            return parameters
        }
    }

    /// Requires a server that accepts writes: reads decide about later writes, so a server that may lag behind is not
    /// accepted.
    private static func requireWriter(_ parameters: inout [String: String]) throws(PostgresError) {
        switch parameters["target_session_attrs"] {
        case nil, "any": parameters["target_session_attrs"] = "read-write"
        case "read-write", "primary": break
        default: throw wrong("target_session_attrs must be read-write or primary: this program writes")
        }
    }

    private static func parts(_ list: String?) -> [String] {
        guard let list, !list.isEmpty else { return [] }
        return list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    private static func wrong(_ explanation: String) -> PostgresError {
        PostgresError(.settingsWrong, explanation: "the connection string cannot be used: \(explanation)")
    }
}

extension PostgresSettings: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        let hosts = candidates.map { place in
            let port = place["port"].map { $0.isEmpty ? "" : ":\($0)" } ?? ""
            return (place["host"] ?? place["hostaddr"] ?? "the local server") + port
        }
        return "PostgreSQL at \(hosts.joined(separator: ", ")), database \(candidates.first?["dbname"] ?? "by default")"
    }

    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
