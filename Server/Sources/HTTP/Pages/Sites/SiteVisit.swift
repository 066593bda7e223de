import ChaveBase

/// One request of one browser at a site.
///
/// A site's own visit maps paths to work; the methods here check that the request's method and form allow the work.
public protocol SiteVisit: Sendable {
    associatedtype Frame: SiteFrame

    var request: PageRequest { get }
    var frame: Frame { get }
    /// Whether the form came from a page of this session.
    var isOwnForm: Bool { get }
    /// The answer to a form of another session, or of none.
    var outdated: PageResponse { get }
}

extension SiteVisit {
    /// The language that the browser asks for.
    public var say: PageLanguage { request.language }

    /// Work that changes nothing; 405 for another method.
    public mutating func get<Failure: Error>(
        _ work: (inout Self) async throws(Failure) -> PageResponse
    ) async throws(Failure) -> PageResponse {
        request.method == "GET" ? try await work(&self) : .methodNotAllowed("GET")
    }

    /// Work that changes something: a form counts only with the token from its own browser's page.
    public mutating func post<Failure: Error>(
        _ work: (inout Self) async throws(Failure) -> PageResponse
    ) async throws(Failure) -> PageResponse {
        guard request.method == "POST" else { return .methodNotAllowed("POST") }
        return isOwnForm ? try await work(&self) : outdated
    }

    /// A page of the site, with images and scripts of this host.
    public func page(_ page: Page, status: Int = 200) -> PageResponse {
        .page(
            status,
            frame.html(page),
            language: say,
            policy: PagePolicy(hasImages: true, hasScripts: true, formTargets: ["'self'"])
        )
    }

    /// Sends the browser to another page of the site.
    public func redirect(_ path: String) -> PageResponse { .redirect(to: "\(frame.mountPath)\(path)") }

    /// The id of a form's single attempt, so that sending the form twice acts once; `nil` without one of 16 bytes.
    public var attempt: String? {
        guard let attempt = request.form["attempt"], (try? Base64URL.decode(attempt))?.count == 16 else { return nil }
        return attempt
    }
}
