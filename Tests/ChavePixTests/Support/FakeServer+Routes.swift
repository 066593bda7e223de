import ChaveBase
import ChavePixModel
import ChaveTesting
import ChaveTransport
import ChaveWire

extension FakeServer {
    func route(_ request: HTTPRequest, _ state: inout State) -> HTTPResponse {
        let parts = request.url.split(separator: "?")[0].split(separator: "/").map(String.init).dropFirst(4)
        let names = Array(parts)
        switch (request.method, names.first, names.count) {
        case (.get, "institutions", 1): return list(state.institutions, request, state)
        case (.get, "institutions", 2): return found(state.institutions.first { $0.id.text == names[1] })
        case (.get, "enrollments", 1): return list(state.enrollments, request, state)
        case (.post, "enrollments", 1): return createEnrollment(request, &state)
        case (.post, "enrollments", 2): return completeRedirection(request, &state)
        case (.get, "enrollments", 2): return readEnrollment(names[1], request, &state)
        case (_, "enrollments", 3): return enrollment(names[1], names[2], request, &state)
        case (.post, "payment-intents", 1): return createIntent(request, &state)
        case (.get, "payment-intents", 2): return readIntent(names[1], request, &state)
        case (.post, "payment-intents", 3): return intent(names[1], names[2], request, &state)
        default: return FakeServer.refusal(404, "not_found")
        }
    }

    private func found(_ resource: (some APIMessage)?) -> HTTPResponse {
        resource.map { HTTPResponse(status: 200, body: $0.json.encoded()) } ?? FakeServer.refusal(404, "not_found")
    }

    private func list(_ all: [some APIMessage], _ request: HTTPRequest, _ state: State) -> HTTPResponse {
        let cursor =
            request.url.split(separator: "?").dropFirst().first?.split(separator: "&")
            .first { $0.hasPrefix("cursor=") }.flatMap { Int($0.dropFirst(7)) } ?? 0
        let page = Array(all.dropFirst(cursor).prefix(state.pageSize))
        let end = cursor + page.count
        let next = end < all.count ? "https://elsewhere.example/payments/br/x/?cursor=\(end)&device_id=a%2Bb" : nil
        let list = ResourceList(count: Int64(all.count), next: next, previous: nil, results: page)
        return HTTPResponse(status: 200, body: list.json.encoded())
    }

    private func id<Kind>(_ state: inout State) -> ResourceID<Kind> {
        state.nextID += 1
        return ResourceID(high: 0x0190_0000_0000_7000, low: 0x9000_0000_0000_0000 + state.nextID)
    }

    private var now: Timestamp { Timestamp(microseconds: clock.clock.now()) }

    private func createEnrollment(_ request: HTTPRequest, _ state: inout State) -> HTTPResponse {
        guard let json = try? JSONValue(parsing: request.body ?? []) else {
            return FakeServer.refusal(400, "invalid_json")
        }
        let context = SchemaContext(callbackRules: .sandbox)
        guard let body = try? CreateEnrollmentRequest(json: json, in: context) else {
            return FakeServer.refusal(400, "invalid")
        }
        let made = EnrollmentResource(
            id: id(&state),
            createdBy: nil,
            createdAt: now,
            updatedAt: now,
            status: .pending,
            details: EnrollmentDetails(
                status: .awaitingAccountHolderValidation,
                customer: FakeServer.customer,
                institution: body.institution,
                platform: body.platform,
                name: body.name,
                callbackURL: body.callbackURL.text,
                redirectURL: "https://bank.example/approve",
                deviceID: body.riskSignals.deviceId
            )
        )
        state.enrollments.append(made)
        return HTTPResponse(status: 201, body: made.json.encoded())
    }

    private func completeRedirection(_ request: HTTPRequest, _ state: inout State) -> HTTPResponse {
        guard let json = try? JSONValue(parsing: request.body ?? []),
            let body = try? CompleteRedirectionRequest(json: json), !state.enrollments.isEmpty
        else { return FakeServer.refusal(400, "invalid") }
        let last = state.enrollments.count - 1
        if case .refused = body.parameters.outcome {
            state.enrollments[last].status = .failed
            state.enrollments[last].statusReasonCode = .rejectedByUser
            state.enrollments[last].statusReasonMessage = "No."
        }
        return found(state.enrollments[last])
    }

    /// Holds the answer as a server does that knows `Prefer: wait`.
    private func hold(_ request: HTTPRequest, _ state: State) -> HTTPHeaders {
        guard state.supportsWaiting, let seconds = request.headers["Prefer"]?.dropFirst("wait=".count) else {
            return [:]
        }
        if !state.pretendsToHold { clock.advance(milliseconds: (Int64(seconds) ?? 0) * 1_000) }
        return ["Preference-Applied": "wait=\(seconds)"]
    }

    /// The object with its version, as a server shows it that knows `Prefer: wait`; 304 where the version is known.
    private func held(_ resource: some APIMessage, _ request: HTTPRequest, _ state: inout State) -> HTTPResponse {
        var response = found(resource)
        guard state.supportsWaiting else { return response }
        if state.pretendsToHold { state.version += 1 }
        let tag = "\"\(state.version)\""
        var headers = hold(request, state)
        if request.headers["If-None-Match"] == tag { response = HTTPResponse(status: 304) }
        headers["ETag"] = tag
        response.headers = headers
        return response
    }

    private func readEnrollment(_ id: String, _ request: HTTPRequest, _ state: inout State) -> HTTPResponse {
        guard let index = state.enrollments.firstIndex(where: { $0.id.text == id }) else {
            return FakeServer.refusal(404, "not_found")
        }
        if state.confirmed.contains(state.enrollments[index].id), state.enrollments[index].status == .pending {
            if let reads = state.readsBeforeEnd {
                state.readsBeforeEnd = reads - 1
                if reads <= 0 { state.enrollments[index].status = state.enrollmentEnd }
            }
            if state.enrollments[index].status == .pending {
                return held(state.enrollments[index], request, &state)
            }
        }
        return found(state.enrollments[index])
    }

    private func enrollment(
        _ id: String,
        _ action: String,
        _ request: HTTPRequest,
        _ state: inout State
    ) -> HTTPResponse {
        guard let index = state.enrollments.firstIndex(where: { $0.id.text == id }) else {
            return FakeServer.refusal(404, "not_found")
        }
        switch action {
        case "fido-registration-options":
            guard state.enrollments[index].status == .pending else { return FakeServer.refusal(409, "conflict") }
            state.asksBeforeOptions -= 1
            guard state.asksBeforeOptions < 0 else {
                var response = FakeServer.refusal(404, "not_ready")
                response.headers = hold(request, state)
                response.headers["Retry-After"] = "1"
                return response
            }
            return HTTPResponse(status: 200, body: FakeServer.creationOptions.encoded())
        case "confirm":
            guard let json = try? JSONValue(parsing: request.body ?? []),
                let body = try? ConfirmEnrollmentRequest(json: json)
            else { return FakeServer.refusal(400, "invalid") }
            state.credentials.append(body.confirmationData.rawID)
            state.confirmed.insert(state.enrollments[index].id)
            return HTTPResponse(status: 204)
        case "cancel":
            state.enrollments[index].status = .failed
            return found(state.enrollments[index])
        default: return FakeServer.refusal(404, "not_found")
        }
    }

    static let creationOptions: JSONValue = [
        "rp": ["id": "localhost", "name": "Banco Jequitibá"],
        "user": ["id": "a5bd0ef9-f8ab-41a2-b968-489761a91de6", "name": "ana", "displayName": "Ana"],
        "challenge": "R3dsT2REOE5oZ25JbVE",
        "pubKeyCredParams": [["alg": -7, "type": "public-key"]],
        "extensions": ["appid": "true"],
    ]

    private func createIntent(_ request: HTTPRequest, _ state: inout State) -> HTTPResponse {
        guard let json = try? JSONValue(parsing: request.body ?? []),
            let body = try? CreatePaymentIntentRequest(json: json)
        else { return FakeServer.refusal(400, "invalid") }
        let made = PaymentIntentResource(
            id: id(&state),
            createdBy: nil,
            createdByType: .sdk,
            createdAt: now,
            updatedAt: now,
            amount: body.amount,
            customer: FakeServer.customer,
            description: body.description,
            statementDescription: body.statementDescription,
            status: .pending,
            paymentMethodDetails: body.paymentMethodDetails,
            schedule: body.schedule,
            paymentMethodInformation: PaymentMethodInformation(
                consentID: "urn:bank:1",
                fidoOptions: SignOptions(
                    relyingPartyID: "localhost",
                    challenge: Array(repeating: 7, count: 32),
                    allowedCredentials: state.credentials,
                    userVerification: "required"
                ),
                endToEndID: nil,
                externalPaymentID: nil,
                providerRequestID: nil
            ),
            charges: []
        )
        state.intents.append(made)
        return HTTPResponse(status: 201, body: made.json.encoded())
    }

    private func readIntent(_ id: String, _ request: HTTPRequest, _ state: inout State) -> HTTPResponse {
        guard let index = state.intents.firstIndex(where: { $0.id.text == id }) else {
            return FakeServer.refusal(404, "not_found")
        }
        if state.intents[index].status == .processing {
            if let reads = state.readsBeforeEnd {
                state.readsBeforeEnd = reads - 1
                if reads <= 0 { state.intents[index].status = state.intentEnd }
            }
            if state.intents[index].status == .processing {
                return held(state.intents[index], request, &state)
            }
        }
        return found(state.intents[index])
    }

    private func intent(
        _ id: String,
        _ action: String,
        _ request: HTTPRequest,
        _ state: inout State
    ) -> HTTPResponse {
        guard let index = state.intents.firstIndex(where: { $0.id.text == id }) else {
            return FakeServer.refusal(404, "not_found")
        }
        let assertion = (try? JSONValue(parsing: request.body ?? []))?["assertion"]
        if action == "authorize", let known = state.assertions[state.intents[index].id], known == assertion {
            return HTTPResponse(status: 204)
        }
        guard state.intents[index].status == .pending else { return FakeServer.refusal(409, "conflict") }
        if action == "cancel" {
            state.intents[index].status = .canceled
            return found(state.intents[index])
        }
        state.authorizations += 1
        state.assertions[state.intents[index].id] = assertion
        state.intents[index].status = .processing
        return HTTPResponse(status: 204)
    }
}
