import ChaveBase
import ChavePixModel
import InstitutionPort
public import Pages

/// The pages for a holder's decision on a request, and for the holder's own devices, without a web framework.
///
///     GET  /<institution>                          what bank this is, and the way to the holder's own pages
///     GET  /<institution>/logo.png
///     GET  /<institution>/authorize?request=…      sign-in, then approval
///     POST /<institution>/sign-in                  request, csrf, cpf, password
///     POST /<institution>/decision                 request, csrf, decision, account, transaction_limit, daily_limit,
///                                                  validity_days
///     POST /<institution>/enter                    csrf, cpf, password
///     GET  /<institution>/home?older=…&ended=…     accounts, devices, payments, what was refused
///     POST /<institution>/revoke                   csrf, enrollment
///     POST /<institution>/day                      csrf, payment
///     POST /<institution>/leave                    csrf
///
/// An approval and the holder's own pages have separate sessions: neither session opens the other's pages.
public struct HolderPages: PageSite {
    /// The session cookie of one approval.
    public static let sessionCookie = HolderVisit.Session.approval.rawValue
    /// The session cookie of the holder's own pages at one bank.
    public static let homeCookie = HolderVisit.Session.home.rawValue

    private let bank: SandboxBank

    public init(bank: SandboxBank) { self.bank = bank }

    public func respond(to request: PageRequest) async -> PageResponse {
        let (language, segments) = (request.language, request.segments)
        guard let id = segments.first.flatMap({ InstitutionID($0) }), let branch = bank.branches[id] else {
            return PageFrame.unknownBank(language)
        }
        let frame = PageFrame(
            institution: branch.institution,
            language: language,
            mountPath: bank.configuration.mountPath
        )
        let visit = HolderVisit(bank: bank, branch: branch, frame: frame, request: request)
        return await respond(visit, at: segments.dropFirst().joined(separator: "/"))
    }

    private func respond(_ visit: HolderVisit, at place: String) async -> PageResponse {
        switch place {
        case "": await only("GET", visit) { await visit.welcome() }
        case "logo.png": await only("GET", visit) { .asset("image/png", visit.branch.institution.logo) }
        case "authorize": await only("GET", visit) { await visit.orFailing { await visit.authorize() } }
        case "sign-in": await only("POST", visit) { await visit.orFailing { await visit.signIn() } }
        case "decision": await only("POST", visit) { await visit.orFailing { await visit.decide() } }
        case "enter": await only("POST", visit) { await visit.orLosing { await visit.enter() } }
        case "home": await only("GET", visit) { await visit.orLosing { await visit.home() } }
        case "revoke": await only("POST", visit) { await visit.orLosing { await visit.revoke() } }
        case "day": await only("POST", visit) { await visit.orLosing { await visit.letDayCome() } }
        case "leave": await only("POST", visit) { await visit.orLosing { await visit.leave() } }
        default: visit.notFound
        }
    }

    private func only(
        _ method: String,
        _ visit: HolderVisit,
        _ work: () async -> PageResponse
    ) async -> PageResponse {
        visit.request.method == method ? await work() : .methodNotAllowed(method)
    }
}
