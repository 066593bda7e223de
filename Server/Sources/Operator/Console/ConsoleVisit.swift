import ChaveBase
import ChavePixModel
import Pages

/// One request of one browser at the console.
struct ConsoleVisit: SiteVisit {
    let records: any ConsoleRecords
    let ceremonies: (any CeremonyRecords)?
    let exchanges: (any ExchangeRecords)?
    let time: (any SandboxTime)?
    let settings: ConsoleSettings
    let world: World
    let key: OperatorKeyCheck
    let request: PageRequest
    var session: OperatorSession

    var frame: ConsoleFrame {
        ConsoleFrame(language: say, settings: settings, token: formToken, aheadSeconds: time?.aheadSeconds ?? 0)
    }
    var isOwnForm: Bool { key.pages.accepts(request.form["csrf"], of: session.id) }
    var formToken: String { key.pages.formToken(of: session.id) }
    /// Whether a page's script asks, whose request is held until something changes.
    var isHeld: Bool { request.segments.last == ConsoleSettings.heldSegment }

    mutating func respond() async -> PageResponse {
        guard session.isOperator else { return entering() }
        do throws(ConsoleFailure) {
            guard try await !records.hasEnded(session: session.id) else {
                session = OperatorSession(world, isOperator: false)
                return entering()
            }
            switch request.method {
            case "GET": return try await shown()
            case "POST": return try await posted()
            default: return .methodNotAllowed("GET, POST")
            }
        } catch {
            return problem(error)
        }
    }

    // MARK: The key

    /// The response without the key: the same page for every address.
    private mutating func entering() -> PageResponse {
        if isHeld { return LiveStream.ended }
        guard request.method == "POST" else { return signIn(nil) }
        guard request.segments == ["enter"] else { return signIn(.outdated) }
        guard isOwnForm else { return signIn(.outdated) }
        guard key.isKey(request.form["key"].flatMap(TypedText.init)?.text) else { return signIn(.wrongKey) }
        session = OperatorSession(world, isOperator: true)
        return .redirect(to: ConsoleSettings.mountPath)
    }

    private func signIn(_ refusal: SignInScreen.Refusal?) -> PageResponse {
        let screen = SignInScreen(frame: frame, refusal: refusal, hasStartPage: time != nil)
        return page(screen.page, status: refusal == nil ? 200 : 403)
    }

    // MARK: What is shown

    private func shown() async throws(ConsoleFailure) -> PageResponse {
        if isHeld {
            let path = Array(request.segments.dropLast())
            let retry = LiveStream.retryMilliseconds(at: path)
            let stream = LiveStream(records: records, world: world, seen: seen, retryMilliseconds: retry)
            let answer = try await stream.response {
                () async throws(ConsoleFailure) in try await self.screen(at: path).content
            }
            // The operator may have left while the request was held.
            return try await records.hasEnded(session: session.id) ? LiveStream.ended : answer
        }
        if request.segments == ["enter"] { return .redirect(to: ConsoleSettings.mountPath) }
        if request.segments == ["find"] { return try await found() }
        if request.segments == ["payments.csv"] { return try await paymentsFile() }
        return page(try await screen(at: request.segments).live(at: request))
    }

    private var seen: String? { request.lastEventID ?? request.query["seen"] }

    private func screen(at path: [String]) async throws(ConsoleFailure) -> Page {
        switch (path.first ?? "", path.count) {
        case ("", 0): return try await home()
        case ("figures", 1): return try await figures()
        case ("enrollments", 1): return try await enrollments()
        case ("payments", 1): return try await payments()
        case ("deliveries", 1): return try await deliveries()
        case ("enrollments", 2): return try await enrollment(EnrollmentID(path[1]))
        case ("payments", 2): return try await payment(PaymentIntentID(path[1]))
        case ("deliveries", 2): return try await delivery(WebhookDeliveryID(path[1]))
        default: throw .notFound
        }
    }

    // MARK: What is done

    private mutating func posted() async throws(ConsoleFailure) -> PageResponse {
        guard isOwnForm else { return outdated }
        let path = request.segments
        switch (path.first ?? "", path.count, path.last ?? "") {
        case ("enter", 1, _): return .redirect(to: ConsoleSettings.mountPath)
        case ("leave", 1, _):
            try await records.endSession(session.id, until: session.endsAt)
            session = OperatorSession(world, isOperator: false)
            return .redirect(to: ConsoleSettings.mountPath)
        case ("clock", 1, _): return try await jump()
        case ("enrollments", 3, "revoke"):
            guard let id = EnrollmentID(path[1]) else { throw .notFound }
            try await records.revoke(id)
        case ("payments", 3, "cancel"):
            guard let id = PaymentIntentID(path[1]) else { throw .notFound }
            try await records.cancel(id)
        case ("deliveries", 3, "resend"):
            guard let id = WebhookDeliveryID(path[1]) else { throw .notFound }
            try await records.resend(id)
        default: throw .notFound
        }
        return .redirect(to: "\(ConsoleSettings.mountPath)/\(path[0])/\(path[1])")
    }

    /// Puts the clock forward by one of the two leaps that the page offers; it cannot go back.
    private func jump() async throws(ConsoleFailure) -> PageResponse {
        guard let time else { throw .notFound }
        let minutes = request.form["minutes"].flatMap { Int64($0) } ?? 0
        guard ClockPanel.leaps.contains(minutes) else {
            throw .conflict("minutes must be one of \(ClockPanel.leaps.map(String.init).joined(separator: ", ")).")
        }
        try await time.jump(seconds: minutes * 60)
        return .redirect(to: ConsoleSettings.mountPath)
    }
}
