public import ChavePixModel

/// How the removal of a registration ended.
public enum RegistrationRemoval: Hashable, Sendable {
    /// The bank has removed the client, and the platform has forgotten it.
    case removed(client: String)
    /// The platform has forgotten what it kept; the bank was not asked.
    case forgotten
    /// There was nothing to remove.
    case none
    /// The registration's own answer was lost, so that there is no token to remove it by.
    case marked
    /// Objects need the registration; nothing was sent.
    case inUse(BankObjects)
    /// The bank refused, with OAuth's error name or the status; the registration stays as it was.
    case refused(String)
    /// Nobody knows whether the bank has removed it; a mark stays.
    case unknown
}

extension Registrar {
    /// Removes the registration at the bank (RFC 7592, section 2.3), then here.
    ///
    /// The removal is marked before it is sent, and the objects are counted again after the mark: a server beside this
    /// process makes nothing new at the bank from then on.
    func remove(at institution: InstitutionID) async throws -> RegistrationRemoval {
        let known: ClientRegistration
        var wasMarked = false
        switch try await store.state(at: institution) {
        case .none: return .none
        case .sent: return .marked
        case .registered(let registration): known = registration
        case .removing(let registration): (known, wasMarked) = (registration, true)
        }
        if let used = try await store.use(at: institution) { return .inUse(used) }
        if !wasMarked {
            try await store.markRemoval(of: known, at: institution)
            if let used = try await store.use(at: institution) {
                try await store.save(known, at: institution)
                return .inUse(used)
            }
        }
        let request = WireRequest("DELETE", known.address, headers: [("Authorization", "Bearer \(known.token)")])
        let response: WireResponse
        do throws(WireFault) { response = try await send(request, "register DELETE", institution) } catch {
            return .unknown
        }
        switch response.status {
        case 200, 204:
            try await store.remove(at: institution)
            return .removed(client: known.clientID)
        case 400, 401, 403, 404, 405:
            // After a lost answer a refusal may mean that the first removal did its work: the mark stays.
            if !wasMarked { try await store.save(known, at: institution) }
            return .refused(Registrar.error(response))
        default: return .unknown
        }
    }
}

extension RegistrationStore {
    /// Forgets the registration or the mark of a bank that has no client of ours, which an operator knows.
    public func forget(at institution: InstitutionID) async throws -> RegistrationRemoval {
        guard try await state(at: institution) != .none else { return .none }
        // An end that the bank cannot confirm any more must not hold up its operator.
        if let used = try await use(at: institution), used.enrollments + used.payments > 0 { return .inUse(used) }
        try await remove(at: institution)
        return .forgotten
    }

    fileprivate func use(at institution: InstitutionID) async throws -> BankObjects? {
        let objects = try await objects(at: institution)
        return objects == BankObjects() ? nil : objects
    }
}
