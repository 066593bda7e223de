import ChavePixModel
import Pages

/// The requests about the person in this browser, the products and the accounts that can pay.
extension ShopVisit {
    mutating func welcome() async throws(ShopFailure) -> PageResponse {
        guard let id = session.customer else { return personPage(problem: nil, status: 200) }
        let customer: CustomerResource
        do throws(ShopFailure) {
            customer = try await backend.customer(id)
        } catch {
            guard error == .notFound else { throw error }
            // The person was erased, or the shop started anew.
            session = ShopSession(world)
            return personPage(problem: nil, status: 200)
        }
        let screen = CatalogueScreen(
            frame: frame,
            customer: customer,
            sources: try await sources(of: id),
            attempts: Product.all.map { _ in newAttempt }
        )
        return page(screen.page)
    }

    /// Starts a new session for the person, which takes over nothing from an earlier person.
    mutating func choosePerson() async throws(ShopFailure) -> PageResponse {
        let digits = (request.form["identifier"] ?? "").filter { !".-/ ".contains($0) }
        let name = (request.form["name"] ?? "").trimmingSpaces()
        guard let identifier = TaxIdentifier(digits), identifier.kind == .cpf else {
            return personPage(
                problem: say("Este CPF não existe. Confira os dígitos.", "There is no such CPF. Check the digits."),
                status: 422
            )
        }
        guard !name.isEmpty, name.unicodeScalars.count <= 140 else {
            return personPage(
                problem: say("Diga um nome de até 140 letras.", "Give a name of up to 140 letters."),
                status: 422
            )
        }
        do throws(ShopFailure) {
            let customer = try await backend.customer(identifier, name: name)
            session = ShopSession(world, customer: customer.id)
            return redirect("")
        } catch {
            guard case .refused(400, _, let fields) = error, fields.contains("name") else { throw error }
            return personPage(
                problem: say(
                    "Este nome tem caracteres que não podem ser usados.",
                    "This name has characters that cannot be used."
                ),
                status: 422
            )
        }
    }

    mutating func leave() -> PageResponse {
        session = ShopSession(world)
        return redirect("")
    }

    func devices() async throws(ShopFailure) -> PageResponse {
        let customer = try person()
        let banks = try await bankNames()
        let screen = DevicesScreen(
            frame: frame,
            enrollments: try await backend.enrollments(of: customer),
            banks: banks,
            here: enrolledHere
        )
        return page(screen.page)
    }

    /// The accounts that can pay: this browser's own first, then the others, each group newest first.
    func sources(of customer: CustomerID) async throws(ShopFailure) -> [PaymentSource] {
        let usable = try await backend.enrollments(of: customer, in: .succeeded)
        guard !usable.isEmpty else { return [] }
        let (banks, here) = (try await bankNames(), enrolledHere)
        let sources = usable.map { enrollment in
            PaymentSource(
                enrollment: enrollment,
                bank: banks[enrollment.details.institution] ?? say("Banco", "Bank"),
                isHere: here.contains(enrollment.id)
            )
        }
        return sources.filter(\.isHere) + sources.filter { !$0.isHere }
    }

    func bankNames() async throws(ShopFailure) -> [InstitutionID: String] {
        var names: [InstitutionID: String] = [:]
        for bank in try await backend.institutions(named: nil) { names[bank.id] = bank.displayName }
        return names
    }

    private func personPage(problem: String?, status: Int) -> PageResponse {
        let typed = (identifier: request.form["identifier"] ?? "", name: request.form["name"] ?? "")
        return page(PersonScreen(frame: frame, problem: problem, typed: typed).page, status: status)
    }
}

extension String {
    /// The text without spaces at either end.
    fileprivate func trimmingSpaces() -> String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
