import PrometheusMetrics

/// Every metric of the server, by its name in `docs/operations.md`.
///
/// No label contains an id, an organisation or a path: routes are templates, and other labels are names from this code.
extension MetricFamily {
    static let requestDuration = MetricFamily(
        "http_server_request_duration_seconds",
        .histogram(bounds: secondsBounds),
        "From a request's end to its answer, by method, route template and status; without what was held."
    )
    static let heldDuration = MetricFamily(
        "http_server_held_request_duration_seconds",
        .histogram(bounds: [0.1, 0.5, 1, 2.5, 5, 10, 15, 20, 25, 30, 35]),
        "The same of requests that asked to be held until something changes."
    )
    static let activeRequests = MetricFamily(
        "http_server_active_requests",
        .gauge,
        "Requests that are worked on now: places of --max-requests that are taken."
    )
    static let waitingRequests = MetricFamily(
        "waiting_requests",
        .gauge,
        "Requests that are held until something changes: places of --max-waiting that are taken."
    )
    static let institutionDuration = MetricFamily(
        "institution_request_duration_seconds",
        .histogram(bounds: secondsBounds),
        "Calls to banks, by operation and outcome: answered, refused or unknown."
    )
    static let bankExchangeDuration = MetricFamily(
        "bank_exchange_duration_seconds",
        .histogram(bounds: secondsBounds),
        "HTTP exchanges with each bank and the directory, by operation, status and what the answer proved."
    )
    static let clockSkew = MetricFamily(
        "clock_skew_seconds",
        .gauge,
        "How far the clock of the bank that answered last is ahead of this machine's; banks tell whole seconds."
    )
    static let databaseDuration = MetricFamily(
        "db_client_operation_duration_seconds",
        .histogram(bounds: secondsBounds),
        "Reads and writes from the call to its answer, queue and sync included."
    )
    static let databaseClockJumps = MetricFamily(
        "db_clock_jumps_total",
        .counter,
        "How often the clock of PostgreSQL was another one by more than a second than this node knew."
    )
    static let databaseClockAhead = MetricFamily(
        "db_clock_ahead_seconds",
        .gauge,
        "How far the clock of PostgreSQL, which the node goes by, is ahead of this machine's."
    )
    static let databaseClockAge = MetricFamily(
        "db_clock_age_seconds",
        .gauge,
        "How long ago PostgreSQL last told its time."
    )
    static let databaseConnections = MetricFamily(
        "db_client_connection_count",
        .gauge,
        "Connections to the database, used or idle."
    )
    static let waitingWrites = MetricFamily("db_waiting_writes", .gauge, "Writes that wait for the next transaction.")
    static let databaseWritable = MetricFamily("db_writable", .gauge, "1 while writes are acknowledged, else 0.")
    static let intents = MetricFamily("payment_intents_total", .counter, "Payment intents that reached a status.")
    static let intentDuration = MetricFamily(
        "payment_intent_duration_seconds",
        .histogram(bounds: [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 3_600]),
        "From an intent's creation to its end, by the status it ended in."
    )
    static let stuckIntents = MetricFamily(
        "payment_intents_stuck",
        .gauge,
        "Payment intents that have not ended ten minutes after they were created."
    )
    static let enrollments = MetricFamily("enrollments_total", .counter, "Enrollments that reached a status.")
    static let verifications = MetricFamily(
        "webauthn_verifications_total",
        .counter,
        "Ceremonies that the platform verified, with the step that refused."
    )
    static let idempotency = MetricFamily(
        "idempotency_requests_total",
        .counter,
        "Requests with an Idempotency-Key: new, replay, conflict or mismatch."
    )
    static let rateLimited = MetricFamily("rate_limited_total", .counter, "Requests refused by a limit, by its name.")
    static let auditLength = MetricFamily("audit_chain_length", .gauge, "Audit entries that were written.")
    static let underWay = MetricFamily("runs_under_way", .gauge, "Enrollments and intents that this process works on.")
    static let alerts = MetricFamily("alerts_total", .counter, "What an operator must look at, by its kind.")
    static let webhookDeliveries = MetricFamily(
        "webhook_deliveries_total",
        .counter,
        "Attempts to deliver a webhook, by what came of them and the class of the status."
    )
    static let webhookLag = MetricFamily(
        "webhook_delivery_lag_seconds",
        .histogram(bounds: [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 60, 300, 3_600]),
        "From when a delivery was due to its first attempt."
    )
    static let oldestWebhook = MetricFamily(
        "webhook_outbox_oldest_age_seconds",
        .gauge,
        "How long the delivery that has been due for longest waits, of endpoints that are enabled."
    )
    static let disabledWebhooks = MetricFamily(
        "webhook_endpoints_disabled",
        .gauge,
        "Webhook endpoints that are disabled, by their merchants or by the server."
    )
    static let lastBackup = MetricFamily(
        "backup_last_success_timestamp_seconds",
        .gauge,
        "When the running server last made a copy of its databases."
    )
    static let certificateEnd = MetricFamily(
        "tls_certificate_not_after_timestamp_seconds",
        .gauge,
        "When the certificate that is served ends."
    )
    static let bankCertificateEnd = MetricFamily(
        "open_finance_certificate_not_after_timestamp_seconds",
        .gauge,
        "When a certificate ends by which banks know the platform."
    )
    static let buildInfo = MetricFamily("build_info", .gauge, "1, with the version of the program.")
    static let processSeconds = MetricFamily(
        "process_cpu_seconds_total",
        .counter,
        "Processor time that the process has used."
    )
    static let processMemory = MetricFamily("process_resident_memory_bytes", .gauge, "Memory that the process holds.")
    static let processFiles = MetricFamily("process_open_fds", .gauge, "File descriptors that are open.")

    /// The metrics that are counted at each event; the others are read on request.
    static let counted =
        [
            requestDuration, heldDuration, institutionDuration, bankExchangeDuration, clockSkew, databaseDuration,
            intents, intentDuration, enrollments, verifications, idempotency, rateLimited, alerts, lastBackup,
            webhookDeliveries, webhookLag, databaseClockJumps,
        ] + signInCounted + tokenActivationCounted

    /// All metrics, for the table of the documentation.
    static let all =
        counted + [
            activeRequests, waitingRequests, databaseConnections, waitingWrites, databaseWritable, stuckIntents,
            auditLength, underWay, certificateEnd, bankCertificateEnd, oldestWebhook, disabledWebhooks, buildInfo,
            processSeconds,
            processMemory, processFiles, signInWritable, signInAlarms, tokenActivationsWritable, databaseClockAhead,
            databaseClockAge,
        ]
}
