import ChaveBase
import ChavePixModel
import Pages

/// The lists.
extension ConsoleVisit {
    private var tables: RowTables { RowTables(frame: frame) }

    func home() async throws(ConsoleFailure) -> Page {
        let filter = ConsoleFilter(limit: HomeScreen.rows)
        return HomeScreen(
            frame: frame,
            figures: try await figuresOfToday(),
            enrollments: try await records.enrollments(filter),
            payments: try await records.payments(PaymentFilter(), before: nil, limit: HomeScreen.rows).rows,
            deliveries: try await records.deliveries(filter),
            aheadSeconds: time?.aheadSeconds
        ).page
    }

    private func figuresOfToday() async throws(ConsoleFailure) -> PaymentFigures {
        let now = world.now()
        let day = PaymentPeriod.begin(of: PaymentPeriod.day(of: now))
        let aDay: Int64 = -86_400
        return PaymentFigures(
            frame: frame,
            today: try await records.totals(from: day, to: now.adding(seconds: 1)),
            yesterday: try await records.totals(from: day.adding(seconds: aDay), to: now.adding(seconds: aDay)),
            settlement: try await records.settlement(since: day),
            problems: try await records.openProblems()
        )
    }

    func enrollments() async throws(ConsoleFailure) -> Page {
        let statuses = EnrollmentStatus.all.map(\.rawValue)
        let filter = filter(by: statuses)
        let table = tables.enrollments(try await records.enrollments(filter))
        return list("enrollments", say("Vínculos", "Enrollments"), statuses, filter, table)
    }

    func payments() async throws(ConsoleFailure) -> Page {
        let choice = PaymentChoice(request.query)
        let filter = choice.filter(at: world.now())
        return PaymentsScreen(
            frame: frame,
            choice: choice,
            list: try await records.payments(filter, before: choice.cursor, limit: PaymentsScreen.rows),
            tally: try await records.totals(filter),
            merchants: try await records.merchants()
        ).page
    }

    /// The payments of the choice as a file.
    func paymentsFile() async throws(ConsoleFailure) -> PageResponse {
        let choice = PaymentChoice(request.query)
        let filter = choice.filter(at: world.now())
        var rows: [PaymentRow] = []
        var cursor: PaymentIntentID?
        for _ in 0..<PaymentsFile.mostPages where rows.count < PaymentsFile.mostRows {
            let page = try await records.payments(filter, before: cursor, limit: PaymentsFile.pageRows)
            rows += page.rows
            cursor = page.next
            if cursor == nil { break }
        }
        let file = PaymentsFile(bankNames: settings.bankNames)
        return .file(
            "payments.csv",
            "text/csv; charset=utf-8; header=present",
            Array(file.text(of: Array(rows.prefix(PaymentsFile.mostRows))).utf8)
        )
    }

    func deliveries() async throws(ConsoleFailure) -> Page {
        let statuses = ["pending", "delivered", "parked"]
        let filter = filter(by: statuses)
        let table = tables.deliveries(try await records.deliveries(filter))
        return list("deliveries", "Webhooks", statuses, filter, table)
    }

    /// The list's filter; an unknown status, as in an address typed by hand, shows all.
    private func filter(by statuses: [String]) -> ConsoleFilter {
        let asked = request.query["status"].flatMap { statuses.contains($0) ? $0 : nil }
        return ConsoleFilter(status: asked, limit: ListScreen.rows)
    }

    private func list(
        _ name: String,
        _ title: String,
        _ statuses: [String],
        _ filter: ConsoleFilter,
        _ table: HTML
    ) -> Page {
        ListScreen(frame: frame, name: name, title: title, statuses: statuses, chosen: filter.status, table: table)
            .page
    }

    /// Redirects to the page of a single object; several objects, or none, give a list.
    func found() async throws(ConsoleFailure) -> PageResponse {
        guard let name = TypedText(request.query["text"] ?? "") else {
            return .redirect(to: ConsoleSettings.mountPath)
        }
        let objects = try await records.objects(named: name)
        if objects.count == 1 { return .redirect(to: "\(ConsoleSettings.mountPath)\(objects[0].path)") }
        let screen = FoundScreen(frame: frame, text: name.text, objects: objects)
        return page(screen.page, status: objects.isEmpty ? 404 : 200)
    }
}
