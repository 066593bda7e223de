import ChavePix
import ChavePixModel
import Combine
import Foundation

/// Ties this device to an account at a bank.
@MainActor
final class EnrollmentModel: WayModel<EnrollmentStage> {
    @Published private(set) var institutions: [InstitutionResource] = []
    /// What the app is to open, once.
    @Published private(set) var bankPage: URL?

    private var redirect: BankRedirect?

    func load() async {
        do {
            institutions = try await client.institutions()
        } catch {
            fail(Failure(error))
        }
    }

    func start(at institution: InstitutionResource) {
        begin(.creating) { try await self.enroll(at: institution.id) }
    }

    /// The bank has called the app with this: the enrollment under way goes on, or one from before the app was ended.
    func returned(with url: URL) {
        let text = url.absoluteString
        guard let redirect else { return begin(.returning) { try await self.goOn(with: text) } }
        self.redirect = nil
        bankPage = nil
        reach(.returning)
        redirect.complete(callbackURL: text)
    }

    override func ended() { (redirect, bankPage) = (nil, nil) }

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
        reach(EnrollmentStage(after: step))
        switch step {
        case .redirect(let bank):
            redirect = bank
            bankPage = URL(string: bank.url)
        case .finished(let result) where result.status != .succeeded:
            fail(Failure(text: "O banco não vinculou: \(result.statusReasonMessage ?? result.status.rawValue)"))
        default: break
        }
    }
}
