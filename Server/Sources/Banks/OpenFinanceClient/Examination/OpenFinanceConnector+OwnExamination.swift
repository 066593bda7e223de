import ChaveJOSE
import ChaveWire
import OpenFinanceWire

/// The examination of the platform's own place in the directory.
extension OpenFinanceConnector {
    /// Asks the directory for everything that the platform needs of it, and compares it with the platform's file.
    public func examineDirectory(_ say: ExaminationListener) async {
        say(await stepOfParticipants())
        let token: String
        do throws(ExchangeProblem) {
            token = try await registrar.statements.token()
            say(ExaminedStep("directory token", .holds(settings.directory.token)))
        } catch {
            let wayOut = "Look at directory.token of the file; the transport certificate must be one of this directory."
            say(ExaminedStep("directory token", .fails("\(settings.directory.token): \(error.reason). \(wayOut)")))
            say(ExaminedStep("software statement", .skipped("needs the directory's token")))
            return await examineKeystore(say)
        }
        say(await stepOfStatement(token))
        await examineKeystore(say)
    }

    private func stepOfParticipants() async -> ExaminedStep {
        let address = settings.directory.participants
        do throws(ExchangeProblem) {
            let list = try await participants.answer()
            guard (try? await banks.take(list)) != nil else {
                return ExaminedStep("participants", .fails("The list of banks cannot be kept. Look at the disk."))
            }
            return ExaminedStep("participants", .holds("\(list.banks.count) banks at \(address)"))
        } catch {
            let wayOut = "Look at directory.participants and directory.authority of the file, and at the way there."
            return ExaminedStep("participants", .fails("\(address): \(error.reason). \(wayOut)"))
        }
    }

    private func stepOfStatement(_ token: String) async -> ExaminedStep {
        let name = "software statement"
        do throws(ExchangeProblem) {
            let text = try await registrar.statements.statement(by: token)
            guard let message = try? CompactJWS(parsing: text, limit: WireLimits.longestAnswer),
                let claims = try? JSONValue(parsing: message.payload)
            else { throw ExchangeProblem("the answer is no signed token") }
            let differences = differences(from: claims)
            guard differences.isEmpty else {
                let wayOut = "Make the file and the software statement in the directory the same."
                return ExaminedStep(name, .fails("\(differences.joined(separator: " ")) \(wayOut)"))
            }
            return ExaminedStep(name, .holds("as in the file"))
        } catch {
            let wayOut = "Look at directory.assertion, organisation_id and software_statement_id of the file."
            return ExaminedStep(name, .fails("\(error.reason). \(wayOut)"))
        }
    }

    /// The differences between the file and the software statement, whose signature the banks verify.
    private func differences(from claims: JSONValue) -> [String] {
        func compare(_ claim: String, _ member: String, _ own: [String], isWhole: Bool) -> [String] {
            let stated = Set((claims[claim]?.array ?? []).compactMap(\.string))
            let missing = own.filter { !stated.contains($0) }
            let extra = isWhole ? stated.subtracting(own).sorted() : []
            return missing.map { "\($0) of \(member) is not in \(claim)." }
                + extra.map { "\($0) of \(claim) is not in \(member)." }
        }
        // A registration may leave out addresses to return to, but must have exactly the addresses of webhooks.
        return compare("software_redirect_uris", "redirect_uris", settings.redirectURIs, isWhole: false)
            + compare("software_api_webhook_uris", "webhook_uris", settings.webhookURIs, isWhole: true)
            + compare("software_origin_uris", "origin_uris", settings.originURIs, isWhole: false)
    }

    // MARK: The own keystore

    private func examineKeystore(_ say: ExaminationListener) async {
        let organisation = settings.directory.keys(of: settings.organisation)
        await examine(organisation, "keystore of the organisation", say) { published in
            ownKeys.signing.compactMap { OpenFinanceConnector.problem(of: $0.publicKey, in: published) }
        } names: {
            ownKeys.signing.map(\.keyID)
        }
        let software = settings.directory.keys(of: settings.organisation, settings.software)
        await examine(software, "keystore of the software", say) { published in
            ownKeys.client.compactMap { OpenFinanceConnector.problem(of: $0.publicKey, in: published) }
                + ownKeys.decryption.jwks.compactMap { key in
                    published.encryption.contains { $0.jwk == key }
                        ? nil : "The encryption key \(key["kid"]?.string ?? "without a kid") is not there."
                }
        } names: {
            ownKeys.client.compactMap(\.keyID) + ownKeys.decryption.jwks.compactMap { $0["kid"]?.string }
        }
    }

    private func examine(
        _ address: String,
        _ name: String,
        _ say: ExaminationListener,
        problems: (PublishedKeys) -> [String],
        names: () -> [String]
    ) async {
        do throws(ExchangeProblem) {
            let found = problems(try await caller.keys(at: address))
            guard found.isEmpty else {
                let wayOut = "Publish the keys of the file in the directory, or take them out of the file."
                return say(ExaminedStep(name, .fails("\(address): \(found.joined(separator: " ")) \(wayOut)")))
            }
            say(ExaminedStep(name, .holds(names().joined(separator: ", "))))
        } catch {
            let wayOut = "Look at directory.keystore of the file."
            say(ExaminedStep(name, .fails("\(address): \(error.reason). \(wayOut)")))
        }
    }

    /// The problem of one of our keys in a keystore; `nil` where it is there.
    private static func problem(of key: VerificationKey, in published: PublishedKeys) -> String? {
        let name = key.keyID ?? ""
        guard let shown = published.signing.key(name) else { return "The signing key \(name) is not there." }
        return shown == key ? nil : "The key \(name) there is another one than in the file."
    }
}
