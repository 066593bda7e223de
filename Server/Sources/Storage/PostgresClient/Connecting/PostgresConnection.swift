import PostgresClientLibrary

/// One connection, used by its own thread; libpq never blocks on the network.
final class PostgresConnection {
    typealias Instant = ContinuousClock.Instant

    let library: LibraryConnection
    let statements: PostgresSettings.Statements
    /// Sets the time limits inside a transaction, for sessions that cannot keep settings (behind a pooler).
    private(set) var limit: PostgresStatement?
    /// The server's plans on this connection, by statement text.
    var names = StatementNames()
    /// Whether the connection is unfit for the next request.
    var mustEnd = false
    /// Whether the server may still run a commit whose caller no longer waits.
    var mayBeCommitting = false
    /// Whether the server missed the request's deadline.
    var isOverdue = false
    /// Whether the server ended its session with an error.
    var isSessionOver = false
    /// The place of its server in the connection string, and the timeline that this server writes.
    private(set) var place = 0
    private(set) var timeline: Int64?

    init(_ library: LibraryConnection, statements: PostgresSettings.Statements) {
        self.library = library
        self.statements = statements
    }

    /// Whether the connection can serve another request.
    ///
    /// Between two requests a server only reports the connection's end or a changed setting. In both cases another
    /// connection is cheap.
    var isStillUsable: Bool { !library.isBroken && library.isIdle && !SocketWait.isReadable(library.socket) }

    /// Tries one host after the other until one accepts writes and is the first server.
    ///
    /// Each host gets at most the settings' connect timeout.
    static func open(
        _ settings: PostgresSettings,
        isClosing: () -> Bool
    ) throws(PostgresError) -> PostgresConnection {
        var failure = PostgresError(.connectionLost, explanation: "there is no host to connect to")
        for place in settings.firstServer.order where !isClosing() {
            do {
                let library = try connect(settings.candidates[place], until: .now + settings.connectTimeout)
                let connection = PostgresConnection(library, statements: settings.statements)
                try connection.begin(settings)
                try connection.requireFirst(settings, at: place)
                return connection
            } catch {
                failure = error
            }
        }
        throw failure
    }

    private static func connect(
        _ parameters: [String: String],
        until end: Instant
    ) throws(PostgresError) -> LibraryConnection {
        guard let handle = start(parameters) else {
            throw PostgresError(.resourcesExhausted, explanation: "libpq had no memory for a connection")
        }
        let library = LibraryConnection(handle)
        // Asks for codes instead of sentences: a sentence names the user and is in the server's language.
        PQsetErrorVerbosity(handle, PQERRORS_SQLSTATE)
        // Discards the server's notices, which libpq would print.
        _ = PQsetNoticeReceiver(handle, { _, _ in }, nil)
        var step = PGRES_POLLING_WRITING
        while step != PGRES_POLLING_OK {
            guard PQstatus(handle) != CONNECTION_BAD, step != PGRES_POLLING_FAILED else {
                throw ConnectFailure.error(of: handle)
            }
            let interest: SocketWait.Interest = step == PGRES_POLLING_READING ? .reading : .writing
            guard SocketWait.untilReady(library.socket, for: interest, until: end) else {
                throw PostgresError(.connectionLost, explanation: "the host let no connection in before its time")
            }
            step = PQconnectPoll(handle)
        }
        return library
    }

    private static func start(_ parameters: [String: String]) -> OpaquePointer? {
        let pairs = parameters.sorted { $0.key < $1.key }
        return CStrings.with(pairs.map(\.key)) { keys in
            CStrings.with(pairs.map(\.value)) { values in PQconnectStartParams(keys, values, 0) }
        }
    }

    /// Refuses a server from before a promotion, even when it accepts writes.
    private func requireFirst(_ settings: PostgresSettings, at place: Int) throws(PostgresError) {
        let firstServer = settings.firstServer
        self.place = place
        guard firstServer.hasChoice else { return }
        do {
            let batch = PostgresBatch(.reads, [FirstServer.question])
            let answer = try run(batch, until: .now + settings.connectTimeout).first?.first
            if case .integer(let number) = answer { timeline = number }
        } catch {
            // A database that only speaks PostgreSQL's protocol may have no timelines or not show them.
            guard error.kind == .statementWrong || error.kind == .notAuthorised else { throw error }
        }
        guard firstServer.admit(timeline, at: place) else {
            throw PostgresError(.readOnly, explanation: "at connecting: another server was promoted since")
        }
    }

    private func begin(_ settings: PostgresSettings) throws(PostgresError) {
        guard PQsetnonblocking(library.handle, 1) == 0, PQenterPipelineMode(library.handle) == 1 else {
            throw PostgresError(.connectionLost, explanation: "libpq did not take the connection's mode")
        }
        library.prepareCancelling()
        switch settings.statements {
        case .prepared: try limitSession(settings)
        case .unnamed:
            try requireReadCommitted(settings)
            let names = settings.limits.indices.map { "set_config($\($0 * 2 + 1), $\($0 * 2 + 2), true)" }
            limit = PostgresStatement(
                "SELECT \(names.joined(separator: ", "))",
                settings.limits.flatMap { [.text($0.name), .text($0.value)] }
            )
        }
    }

    /// Sets the server's own time limits, which apply when this client is gone or stuck.
    private func limitSession(_ settings: PostgresSettings) throws(PostgresError) {
        var statements = settings.limits.map { name, value in
            PostgresStatement("SELECT set_config($1, $2, false)", [.text(name), .text(value)])
        }
        // A statement that waited for a lock must see the row's new state. The statements' conditions rely on this,
        // whatever the database's default is.
        statements.append(PostgresStatement("SET default_transaction_isolation TO 'read committed'"))
        _ = try run(PostgresBatch(.reads, statements), until: .now + settings.connectTimeout)
    }

    /// Checks the sessions' default isolation behind a pooler, where a session's settings belong to no client.
    private func requireReadCommitted(_ settings: PostgresSettings) throws(PostgresError) {
        let name = "default_transaction_isolation"
        let question = PostgresStatement("SELECT current_setting($1)", [.text(name)])
        let answer = try run(PostgresBatch(.reads, [question]), until: .now + settings.connectTimeout)
        guard answer.first?.first == .text("read committed") else {
            let wayOut = "ALTER ROLE … SET \(name) TO 'read committed'"
            throw PostgresError(
                .settingsWrong,
                explanation: "\(name) must be 'read committed' behind a pooler: \(wayOut)"
            )
        }
    }
}

extension PostgresSettings {
    /// The server's own time limits for one request.
    fileprivate var limits: [(name: String, value: String)] {
        let longest = Int64(max(1, deadline / .milliseconds(1)))
        return [
            ("statement_timeout", "\(longest)ms"), ("lock_timeout", "\(longest)ms"),
            ("idle_in_transaction_session_timeout", "\(longest * 2)ms"),
        ]
    }
}

extension PostgresConnection {
    /// Runs a batch as one transaction, with its time limits inside when the session has none.
    func runAlone(_ batch: PostgresBatch, until end: Instant) throws(PostgresError) -> [PostgresRows] {
        guard let limit, batch.bringsLimits, !batch.statements.isEmpty else { return try run(batch, until: end) }
        do {
            return Array(try run(PostgresBatch(batch.effect, [limit] + batch.statements), until: end).dropFirst())
        } catch {
            throw error.moved(by: -1)
        }
    }

    /// Adds the time limits behind the `BEGIN` when the session has none.
    func limited(_ opening: [PostgresStatement]) -> [PostgresStatement] {
        guard let limit else { return opening }
        return Array(opening.prefix(1)) + [limit] + Array(opening.dropFirst())
    }
}

/// Lists of C strings with a null at the end.
enum CStrings {
    static func with<Answer>(
        _ texts: [String],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Answer
    ) -> Answer {
        let bytes = texts.map { Array($0.utf8CString) }
        let all = bytes.flatMap { $0 }
        return all.withUnsafeBufferPointer { buffer in
            var pointers: [UnsafePointer<CChar>?] = []
            var offset = 0
            for text in bytes {
                pointers.append(buffer.baseAddress.map { $0 + offset })
                offset += text.count
            }
            pointers.append(nil)
            return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
        }
    }
}
