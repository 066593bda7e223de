import ChaveBase
import ChavePixModel
import ChaveWire
import Pages

/// The requests for an order: the product, the passkey's assertion, and the result.
extension ShopVisit {
    func product(_ product: Product, refusing typed: [String: String] = [:]) async throws(ShopFailure) -> PageResponse {
        let screen = ProductScreen(
            frame: frame,
            product: product,
            sources: try await sources(of: try person()),
            attempt: newAttempt,
            today: world.now().brasiliaDate,
            typed: typed
        )
        return page(screen.page, status: typed.isEmpty ? 200 : 422)
    }

    func createOrder() async throws(ShopFailure) -> PageResponse {
        let customer = try person()
        guard let product = Product.with(id: request.form["product"]), let attempt,
            let enrollment = request.form["enrollment"].flatMap(EnrollmentID.init)
        else { return incomplete }
        guard let plan = PaymentPlan(request.form) else {
            return try await self.product(product, refusing: request.form)
        }
        do throws(ShopFailure) {
            let order = try await backend.order(product, by: customer, from: enrollment, plan, attempt: attempt)
            return redirect("/orders/\(order.id.text)")
        } catch {
            guard case .refused(400, _, let fields) = error else { throw error }
            if fields.contains(where: { $0.hasPrefix("schedule") }) {
                return try await self.product(product, refusing: request.form)
            }
            // The enrollment ended after the page was made.
            guard fields.contains(where: { $0.hasSuffix(".enrollment") }) else { throw error }
            let screen = OrderScreen.withoutEnrollment(frame: frame, product: product)
            return page(screen, status: 409)
        }
    }

    func orders() async throws(ShopFailure) -> PageResponse {
        let list = try await backend.orders(of: try person())
        return page(OrdersScreen(frame: frame, orders: list).page)
    }

    func order(_ id: PaymentIntentID) async throws(ShopFailure) -> PageResponse {
        let found = try await backend.order(id, of: try person())
        let screen = OrderScreen(
            frame: frame,
            intent: found.resource,
            entityTag: found.entityTag,
            source: try await source(of: found.resource),
            here: enrolledHere,
            isTooLate: request.query["late"] != nil
        )
        switch found.resource.status {
        case .pending:
            guard let options = found.resource.paymentMethodInformation?.fidoOptions else {
                return page(screen.preparing)
            }
            return page(screen.confirm(options))
        case .processing: return page(screen.processing)
        case .scheduled: return page(screen.scheduled)
        case .succeeded: return page(screen.paid)
        case .canceled: return page(screen.canceled)
        default: return page(screen.failed)
        }
    }

    /// The account that pays an order; `nil` once the API no longer knows it.
    private func source(of order: PaymentIntentResource) async throws(ShopFailure) -> PaymentSource? {
        guard let id = order.paymentMethodDetails?.enrollment else { return nil }
        do throws(ShopFailure) {
            let enrollment = try await backend.enrollment(id, of: try person()).resource
            let bank = try await bankName(enrollment.details.institution)
            return PaymentSource(enrollment: enrollment, bank: bank, isHere: enrolledHere.contains(id))
        } catch {
            guard error == .notFound else { throw error }
            return nil
        }
    }

    func authorize(_ id: PaymentIntentID) async throws(ShopFailure) -> PageResponse {
        let customer = try person()
        _ = try await backend.order(id, of: customer)
        guard let assertion = json("assertion"), let signals = json("signals")?.object else { return withoutScript }
        let tenure = try await backend.customer(customer).createdAt
        do throws(ShopFailure) {
            try await backend.authorize(id, assertion, signals: signals, tenure: tenure)
        } catch {
            // Another tab decided, or this request is too late: the order's own page shows its state.
            guard case .refused(409, _, _) = error else { throw error }
        }
        return redirect("/orders/\(id.text)")
    }

    func cancelOrder(_ id: PaymentIntentID) async throws(ShopFailure) -> PageResponse {
        let order = try await backend.order(id, of: try person()).resource
        do throws(ShopFailure) {
            try await backend.cancel(id)
        } catch {
            guard case .refused(409, _, _) = error else { throw error }
            if order.status == .scheduled { return redirect("/orders/\(id.text)?late=1") }
        }
        return redirect("/orders/\(id.text)")
    }

    func waitForOrder(_ id: PaymentIntentID) async throws(ShopFailure) -> PageResponse {
        _ = try await backend.order(id, of: try person())
        guard let seen else { return changed(true) }
        return changed(try await backend.hasChanged("/payment-intents/\(id.text)/", since: seen))
    }
}
