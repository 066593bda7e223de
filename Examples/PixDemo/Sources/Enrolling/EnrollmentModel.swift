import ChavePix
import ChavePixModel
import Foundation
import SwiftUI

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
        guard run == nil else { return }
        failure = nil
        stage = .creating
        run = Task {
            await enroll(at: institution.id)
            run = nil
            redirect = nil
            bankPage = nil
        }
    }

    /// Ends the waiting; what the bank has been told already stands there and expires.
    func cancel() { run?.cancel() }

    /// The bank has called the app; any other link is not for this model.
    func returned(with url: URL) {
        guard let redirect, url.absoluteString.hasPrefix(Settings.callbackURL) else { return }
        self.redirect = nil
        stage = .returning
        redirect.complete(callbackURL: url.absoluteString)
    }

    private func enroll(at institution: InstitutionID) async {
        do {
            // Where the person is, if they allow it: without it the bank may ask for more, and nothing fails here.
            _ = try await client.requestPermission()
            for try await step in client.enroll(try enrollment(at: institution)) { take(step) }
        } catch {
            stage = nil
            failure = Failure(error)
        }
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
