public import ChaveBase
public import ChavePixModel

/// The registrations at banks as an operator handles them.
extension OpenFinanceConnector {
    /// A registration that cannot be had, with the way out.
    public struct RegistrationRefusal: Error, Hashable, Sendable, CustomStringConvertible {
        public let description: String
    }

    /// The registration at a bank of today's list: made where there is none, changed where our side changed.
    public func register(at institution: InstitutionID) async throws(RegistrationRefusal) -> ClientRegistration {
        guard let bank = await banks.offering(institution) else {
            throw RegistrationRefusal(description: "The directory's list of today has no bank \(institution.text).")
        }
        let discovery: Discovery
        do throws(ExchangeProblem) { discovery = try await discoveries.read(of: bank) } catch {
            throw RegistrationRefusal(
                description: "\(bank.discovery): \(error.reason). Run: chave open-finance check \(bank.id.text)"
            )
        }
        do throws(RegistrationProblem) { return try await registrar.registered(at: bank, discovery) } catch {
            throw RegistrationRefusal(description: error.sentence)
        }
    }

    /// Whether a registration has the addresses and the certificate of the platform's file.
    public func isCurrent(_ registration: ClientRegistration) -> Bool { registrar.isCurrent(registration) }

    /// Removes the registration at a bank, and forgets it.
    public func removeRegistration(at institution: InstitutionID) async throws -> RegistrationRemoval {
        try await registrar.remove(at: institution)
    }

    /// Refuses a certificate of another relying party than the passkeys that are in use.
    ///
    /// - Throws: ``RegistrationRefusal``, or the store's fault.
    public func requireRelyingParty() async throws {
        guard let own = settings.relyingPartyID else { return }
        for kept in try await registrar.store.all() {
            guard case .registered(let registration) = kept.state, let other = registration.relyingPartyID,
                !other.utf8.elementsEqual(own.utf8)
            else { continue }
            let enrollments = try await registrar.store.objects(at: kept.institution).enrollments
            guard enrollments > 0 else { continue }
            throw RegistrationRefusal(
                description: """
                    The transport certificate is for \(own), and \(enrollments) enrollments at bank \
                    \(kept.institution.text) have passkeys of \(other). Use a certificate with that common name, or end \
                    these enrollments first.
                    """
            )
        }
    }
}
