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
            enrollments: try await records.enrollments(filter),
            payments: try await records.payments(filter),
            deliveries: try await records.deliveries(filter),
            aheadSeconds: time?.aheadSeconds
        ).page
    }

    func enrollments() async throws(ConsoleFailure) -> Page {
        let statuses = EnrollmentStatus.all.map(\.rawValue)
        let filter = filter(by: statuses)
        let table = tables.enrollments(try await records.enrollments(filter))
        return list("enrollments", say("Vínculos", "Enrollments"), statuses, filter, table)
    }

    func payments() async throws(ConsoleFailure) -> Page {
        let statuses = PaymentIntentStatus.all.map(\.rawValue)
        let filter = filter(by: statuses)
        let table = tables.payments(try await records.payments(filter))
        return list("payments", say("Pagamentos", "Payments"), statuses, filter, table)
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
