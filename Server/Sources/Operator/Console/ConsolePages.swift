public import ChaveBase
public import Pages

/// The operator's pages: the events of this server, and the actions on them.
///
///     GET  /                             the newest rows of all lists
///     POST /enter                        csrf, key
///     POST /leave                        csrf
///     GET  /enrollments?status=…         a list, like the next two
///     GET  /payments?status=…&bank=…     a choice of payments, by pages
///     GET  /payments.csv?status=…        the same as a file
///     GET  /deliveries?status=…
///     GET  /enrollments/<id>             one enrollment with its whole history
///     POST /enrollments/<id>/revoke      csrf
///     GET  /payments/<id>
///     POST /payments/<id>/cancel         csrf
///     GET  /deliveries/<id>
///     POST /deliveries/<id>/resend       csrf
///     GET  /find?text=…                  the objects with that id
///     GET  /figures?range=…              charts
///     POST /clock                        csrf, minutes: puts the clock of deadlines forward, in a sandbox
///     GET  …/live?seen=…                 the content of any of these pages as events, held until it changes
public struct ConsolePages: PageSite {
    private let records: any ConsoleRecords
    private let ceremonies: (any CeremonyRecords)?
    private let exchanges: (any ExchangeRecords)?
    private let time: (any SandboxTime)?
    private let settings: ConsoleSettings
    private let world: World
    private let key: OperatorKeyCheck

    /// Makes the pages; `ceremonies` and `time` exist only in a sandbox, `exchanges` only with banks on the wire.
    public init(
        records: any ConsoleRecords,
        ceremonies: (any CeremonyRecords)?,
        exchanges: (any ExchangeRecords)?,
        time: (any SandboxTime)?,
        settings: ConsoleSettings,
        world: World
    ) {
        self.records = records
        self.ceremonies = ceremonies
        self.exchanges = exchanges
        self.time = time
        self.settings = settings
        self.world = world
        key = OperatorKeyCheck(key: settings.operatorKey)
    }

    public func respond(to request: PageRequest) async -> PageResponse {
        if let asset = ConsoleAsset.allCases.first(where: { $0.path == request.path }) {
            return request.method == "GET" ? asset.response : .methodNotAllowed("GET")
        }
        let known = OperatorSession.read(request.cookies, key: key.pages, at: world.now())
        var visit = ConsoleVisit(
            records: records,
            ceremonies: ceremonies,
            exchanges: exchanges,
            time: time,
            settings: settings,
            world: world,
            key: key,
            request: request,
            session: known ?? OperatorSession(world, isOperator: false)
        )
        var response = await visit.respond()
        guard visit.session != known, !visit.isHeld else { return response }
        if known?.isOperator == true { response = response.setting(OperatorSession.ended(isSecure: settings.isSecure)) }
        return response.setting(visit.session.cookie(key.pages, isSecure: settings.isSecure))
    }
}

/// The assets of the console's pages, besides those of every page.
enum ConsoleAsset: String, CaseIterable {
    case live = "live.js"
    case style = "console.css"

    var path: String { "/\(rawValue)" }
    var address: String { ConsoleSettings.mountPath + path }

    var response: PageResponse {
        switch self {
        case .live: .asset(PageAsset.script, PackageResources.live_js)
        case .style: .asset("text/css; charset=utf-8", PackageResources.console_css)
        }
    }
}
