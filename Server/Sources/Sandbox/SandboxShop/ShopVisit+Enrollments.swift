import ChaveBase
import ChavePixModel
import ChaveWire
import Pages

/// The requests for an enrollment of this browser: a bank, its approval, a passkey.
extension ShopVisit {
    func banks() async throws(ShopFailure) -> PageResponse {
        _ = try person()
        let name = request.query["name"].flatMap { $0.isEmpty ? nil : $0 }
        // The API searches from three characters on; a shorter text shows all banks.
        let sought = name.flatMap { (3...140).contains($0.unicodeScalars.count) ? $0 : nil }
        let found: [InstitutionResource]
        do throws(ShopFailure) {
            found = try await backend.institutions(named: sought)
        } catch {
            guard case .refused(400, _, _) = error else { throw error }
            found = []
        }
        let screen = BanksScreen(frame: frame, name: name, banks: found, attempt: newAttempt)
        return page(screen.page)
    }

    func createEnrollment() async throws(ShopFailure) -> PageResponse {
        let customer = try await backend.customer(try person())
        guard let institution = request.form["institution"].flatMap(InstitutionID.init), let attempt else {
            return incomplete
        }
        guard let signals = json("signals")?.object else { return withoutScript }
        let enrollment = try await backend.enroll(customer, at: institution, signals: signals, attempt: attempt)
        let begun = BegunEnrollment.cookie(enrollment.id, session, key, isSecure: backend.settings.isSecure)
        // A form of this page may not lead to another host; a link on the next page does.
        guard enrollment.status == .pending, let address = enrollment.details.redirectURL,
            address.utf8.starts(with: "\(backend.settings.baseURL)/".utf8)
        else { return redirect("/enrollments/\(enrollment.id.text)").setting(begun) }
        return PageResponse.redirect(to: address).setting(begun)
    }

    /// The enrollments that this browser began.
    private var begun: [EnrollmentID] { BegunEnrollment.all(in: request.cookies, session, key) }

    func callback() async throws(ShopFailure) -> PageResponse {
        guard request.query["state"] == nil else { return try await complete(request.query) }
        // A bank whose page cannot go on sends no parameters: the browser then goes to its last begun enrollment.
        let last = begun.first.map { "/enrollments/\($0.text)" }
        if backend.settings.returnsInFragment {
            let otherwise = "\(ShopSettings.mountPath)\(last ?? "/devices")"
            return page(ReturnScreen(frame: frame, otherwise: otherwise).page)
        }
        if let last { return redirect(last) }
        return try await complete(request.query)
    }

    /// Hands a bank's answer to the API.
    func complete(_ answer: [String: String]) async throws(ShopFailure) -> PageResponse {
        do throws(ShopFailure) {
            guard let found = try await backend.complete(answer, among: begun) else { return unknownCallback }
            return redirect("/enrollments/\(found.text)")
        } catch {
            guard case .refused(400, _, _) = error else { throw error }
            return unknownCallback
        }
    }

    func enrollment(_ id: EnrollmentID) async throws(ShopFailure) -> PageResponse {
        let found = try await backend.enrollment(id, of: try person())
        let enrollment = found.resource
        let screen = EnrollmentScreen(
            frame: frame,
            enrollment: enrollment,
            bank: try await bankName(enrollment.details.institution),
            entityTag: found.entityTag,
            isHere: enrolledHere.contains(id)
        )
        switch (enrollment.status, enrollment.details.status) {
        case (.pending, _) where !begun.contains(id): return page(screen.elsewhere)
        case (.pending, .awaitingEnrollment):
            guard let options = try await options(id) else { return page(screen.checking) }
            return page(screen.register(options))
        // The bank names the account after the holder has come back from it.
        case (.pending, _): return page(enrollment.details.payerInformation == nil ? screen.atBank : screen.preparing)
        case (.succeeded, _): return page(screen.done)
        case (.canceled, _): return page(screen.ended)
        default: return page(screen.failed)
        }
    }

    /// The bank's name; a bank that the API no longer lists gets a general name.
    func bankName(_ id: InstitutionID) async throws(ShopFailure) -> String {
        do throws(ShopFailure) {
            return try await backend.institution(id).displayName
        } catch {
            guard error == .notFound else { throw error }
            return say("banco", "bank")
        }
    }

    /// The passkey's options; `nil` also when the bank already has the passkey, or the enrollment has ended.
    private func options(_ id: EnrollmentID) async throws(ShopFailure) -> RegistrationOptions? {
        do throws(ShopFailure) {
            return try await backend.registrationOptions(id)
        } catch {
            guard case .refused(409, _, _) = error else { throw error }
            return nil
        }
    }

    func confirm(_ id: EnrollmentID) async throws(ShopFailure) -> PageResponse {
        _ = try await backend.enrollment(id, of: try person())
        guard begun.contains(id) else { return outdated }
        guard let credential = json("credential") else { return withoutScript }
        do throws(ShopFailure) {
            try await backend.confirm(id, credential)
        } catch {
            // Another passkey came first, or this one is too late: the enrollment's own page shows its state.
            guard case .refused(409, _, _) = error else { throw error }
            return redirect("/enrollments/\(id.text)")
        }
        let isSecure = backend.settings.isSecure
        return EnrolledHere.cookies(adding: id, to: request.cookies, key, isSecure: isSecure)
            .reduce(redirect("/enrollments/\(id.text)")) { $0.setting($1) }
    }

    func cancelEnrollment(_ id: EnrollmentID) async throws(ShopFailure) -> PageResponse {
        _ = try await backend.enrollment(id, of: try person())
        do throws(ShopFailure) {
            try await backend.cancel(id)
        } catch {
            guard case .refused(409, _, _) = error else { throw error }
            return redirect("/enrollments/\(id.text)")
        }
        let end = EnrolledHere.end(id, isSecure: backend.settings.isSecure)
        return redirect("/enrollments/\(id.text)").setting(end)
    }

    func waitForEnrollment(_ id: EnrollmentID) async throws(ShopFailure) -> PageResponse {
        _ = try await backend.enrollment(id, of: try person())
        guard let seen else { return changed(true) }
        return changed(try await backend.hasChanged("/enrollments/\(id.text)/", since: seen))
    }
}
