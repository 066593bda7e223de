import ChaveJOSE
import ChavePixModel
import ChaveWire
import InstitutionPort
public import Pages

/// The pages in which a holder signs in and decides: a request in, a response out, no web framework.
///
///     GET  /<institution>                          what bank this is
///     GET  /<institution>/logo.png
///     GET  /<institution>/authorize?request=…      sign-in, then approval
///     POST /<institution>/sign-in                  request, csrf, cpf, password
///     POST /<institution>/decision                 request, csrf, decision, account, transaction_limit, daily_limit,
///                                                  validity_days
public struct HolderPages: PageSite {
    public static let sessionCookie = "chave_bank_session"

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
        switch segments.dropFirst().joined(separator: "/") {
        case "": return only("GET", request) { visit.welcome }
        case "logo.png": return only("GET", request) { .asset("image/png", branch.institution.logo) }
        case "authorize": return await only("GET", request, visit.authorize)
        case "sign-in": return await only("POST", request, visit.signIn)
        case "decision": return await only("POST", request, visit.decide)
        default: return visit.notFound
        }
    }

    private func only(
        _ method: String,
        _ request: PageRequest,
        _ work: () -> PageResponse
    ) -> PageResponse {
        request.method == method ? work() : .methodNotAllowed(method)
    }

    private func only(
        _ method: String,
        _ request: PageRequest,
        _ work: () async -> PageResponse
    ) async -> PageResponse {
        request.method == method ? await work() : .methodNotAllowed(method)
    }
}
