import ChavePix
import ChavePixModel
import Combine
import Foundation

/// Ties this device to an account at a bank.
@MainActor
final class EnrollmentModel: ObservableObject {
    @Published private(set) var institutions: [InstitutionResource] = []
    @Published private(set) var stage: EnrollmentStage?
    /// What the app is to open, once.
    @Published private(set) var bankPage: URL?
    @Published private(set) var failure: Failure?

    private let client: PixClient
    private let buyer: TaxIdentifier
    private let session: MerchantSession
    private var redirect: BankRedirect?
    private var run: Task<Void, Never>?

    init(client: PixClient, buyer: TaxIdentifier, session: MerchantSession) {
        self.client = client
        self.buyer = buyer
        self.session = session
    }

    var isRunning: Bool { run != nil }

    func load() async {
        do {
            institutions = try await client.institutions()
        } catch {
            failure = Failure(error)
        }
    }

    func start(at institution: InstitutionResource) {
        begin(.creating) { try await self.enroll(at: institution.id) }
    }

    /// Ends the waiting; what the bank has been told already stands there and expires.
    func cancel() { run?.cancel() }

    /// The bank has called the app with this: the enrollment under way goes on, or one from before the app was ended.
    func returned(with url: URL) {
        let text = url.absoluteString
        guard let redirect else { return begin(.returning) { try await self.goOn(with: text) } }
        self.redirect = nil
        bankPage = nil
        stage = .returning
        redirect.complete(callbackURL: text)
    }

    /// One enrollment at a time, and what went wrong with it.
    private func begin(_ stage: EnrollmentStage, _ work: @escaping () async throws -> Void) {
        guard run == nil else { return }
        self.stage = stage
        failure = nil
        run = Task {
            do {
                try await work()
            } catch {
                self.stage = nil
                failure = Failure(error)
            }
            (run, redirect, bankPage) = (nil, nil, nil)
        }
    }

    private func enroll(at institution: InstitutionID) async throws {
        // Where the person is, if they allow it: without it the bank may ask for more, and nothing fails here.
        _ = try await client.requestPermission()
        for try await step in client.enroll(try enrollment(at: institution)) { take(step) }
    }

    /// The second half by itself, each step a call.
    private func goOn(with callback: String) async throws {
        let redirected = try await client.completeRedirection(callbackURL: callback)
        take(.redirected(redirected))
        guard redirected.status == .pending else { return take(.finished(redirected)) }
        let options = try await client.registrationOptions(redirected.id)
        take(.optionsReceived)
        let credential = try await client.makeCredential(options)
        take(.credentialMade)
        take(.finished(try await client.confirmEnrollment(redirected.id, credential)))
    }

    private func enrollment(at institution: InstitutionID) throws -> NewEnrollment {
        NewEnrollment(
            customer: .person(identifier: buyer, name: nil, externalID: nil),
            institution: institution,
            accountTenure: session.customerSince,
            callbackURL: try CallbackURL(parsing: Settings.callbackURL, rules: .sandbox)
        )
    }

    private func take(_ step: EnrollmentStep) {
        stage = EnrollmentStage(after: step) ?? stage
        switch step {
        case .redirect(let bank):
            redirect = bank
            bankPage = URL(string: bank.url)
        case .finished(let result) where result.status != .succeeded:
            stage = nil
            failure = Failure(text: "O banco não vinculou: \(result.statusReasonMessage ?? result.status.rawValue)")
        default: break
        }
    }
}
