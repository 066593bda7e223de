import ChaveBase
import ChavePixModel
import ChaveSoftwareAuthenticator
import ChaveTesting
import ChaveTransport
import ChaveWire
import Testing

@testable import ChavePix

@Suite struct EnrollingTests {
    @Test func aDeviceEnrollsInSevenSteps() async throws {
        let rig = try Rig()
        let (client, id) = try await rig.enrolled()
        let listed = try await client.enrollments(deviceID: try await client.deviceID())
        #expect(listed.map(\.id) == [id])
        #expect(listed.first?.details.name == "Jequitibá", "an enrollment is named after its bank")
    }

    @Test func eachCallCarriesTokenAndOneDeviceValue() async throws {
        let rig = try Rig()
        _ = try await rig.enrolled()
        _ = try await rig.client().institutions()
        #expect(rig.server.requests.allSatisfy { $0.headers["Authorization"] == "Bearer token" })
        #expect(Set(rig.server.requests.map { $0.headers["Chave-Device"] ?? "" }).count == 1)
        #expect(rig.server.requests.allSatisfy { $0.url.hasPrefix("https://pay.example/payments/br/") })
    }

    @Test func everyPostCarriesAKeyOfItsOwn() async throws {
        let rig = try Rig()
        _ = try await rig.enrolled()
        let keys = rig.server.requests.filter { $0.method == .post }.map { $0.headers["Idempotency-Key"] ?? "" }
        #expect(keys.count == 3)
        #expect(Set(keys).count == 3)
        #expect(keys.allSatisfy { $0.utf8.count == 32 })
    }

    @Test func optionsAreAskedForEachSecondForFiveMinutes() async throws {
        let rig = try Rig()
        rig.server.state.withLock { $0.asksBeforeOptions = 10_000 }
        let client = rig.client()
        let created = try await client.createEnrollment(try Rig.newEnrollment())
        await expectFailure(.timedOut) { _ = try await client.registrationOptions(created.id) }
        #expect(rig.server.requests(.get, "/fido-registration-options/").count == 300)
        #expect(rig.clock.pauses.allSatisfy { $0 == 1_000 })
    }

    @Test func aServerThatHoldsAnswersIsAskedSeldom() async throws {
        let rig = try Rig()
        rig.server.state.withLock {
            $0.asksBeforeOptions = 10_000
            $0.supportsWaiting = true
        }
        let client = rig.client()
        let created = try await client.createEnrollment(try Rig.newEnrollment())
        await expectFailure(.timedOut) { _ = try await client.registrationOptions(created.id) }
        let asks = rig.server.requests(.get, "/fido-registration-options/")
        #expect(asks.count == 13)
        #expect(asks.first?.headers["Prefer"] == "wait=25")
        #expect(asks.first?.timeoutMilliseconds == 35_000)
    }

    @Test func anEndedEnrollmentEndsTheWaitAtOnce() async throws {
        let rig = try Rig()
        let client = rig.client()
        let created = try await client.createEnrollment(try Rig.newEnrollment())
        _ = try await client.completeRedirection(
            callbackURL: "https://shop.example/callback?state=s&error=access_denied"
        )
        await expectFailure(.enrollmentEnded) { _ = try await client.registrationOptions(created.id) }
        #expect(rig.clock.pauses.isEmpty)
    }

    @Test func anEnrollmentThatHasItsCredentialIsNotSaidToHaveEnded() async throws {
        let rig = try Rig()
        let (client, enrollment) = try await rig.enrolled()
        await expectFailure(.conflict) { _ = try await client.registrationOptions(enrollment) }
        rig.server.fail(
            .get,
            "/enrollments/\(enrollment.text)/",
            .lostRequest,
            .lostRequest,
            .lostRequest,
            .lostRequest
        )
        await expectFailure(.conflict) { _ = try await client.registrationOptions(enrollment) }
    }

    @Test(arguments: [200, 302, 403, 408]) func whoAnswersInTheServersPlaceIsWaitedOut(_ status: Int) async throws {
        let rig = try Rig()
        let client = rig.client()
        let created = try await client.createEnrollment(try Rig.newEnrollment())
        rig.server.fail(.get, "/fido-registration-options/", .gateway(status), .gateway(status))
        let options = try await client.registrationOptions(created.id)
        #expect(options.challengeText == "R3dsT2REOE5oZ25JbVE")
    }

    @Test(arguments: [400, 403, 404]) func whatTheServerRefusesIsNotWaitedOut(_ status: Int) async throws {
        let rig = try Rig()
        let client = rig.client()
        let created = try await client.createEnrollment(try Rig.newEnrollment())
        rig.server.fail(.get, "/fido-registration-options/", .status(status, code: "permission_denied"))
        await #expect(throws: PixError.self) { _ = try await client.registrationOptions(created.id) }
        #expect(rig.clock.pauses.isEmpty)
    }

    @Test func connectionErrorsAreWaitedOut() async throws {
        let rig = try Rig()
        let client = rig.client()
        let created = try await client.createEnrollment(try Rig.newEnrollment())
        rig.server.fail(.get, "/fido-registration-options/", .lostRequest, .status(503, code: "x"), .lostAnswer)
        let options = try await client.registrationOptions(created.id)
        #expect(options.challengeText == "R3dsT2REOE5oZ25JbVE")
    }

    @Test func confirmWaitsTwoSecondsAtATimeForTwoMinutes() async throws {
        let rig = try Rig()
        rig.server.state.withLock { $0.readsBeforeEnd = nil }
        let client = rig.client()
        let created = try await client.createEnrollment(try Rig.newEnrollment())
        let credential = try await client.makeCredential(try await client.registrationOptions(created.id))
        let reads = rig.server.requests(.get, "/enrollments/\(created.id.text)/").count
        await expectFailure(.timedOut) { _ = try await client.confirmEnrollment(created.id, credential) }
        #expect(rig.server.requests(.get, "/enrollments/\(created.id.text)/").count - reads == 60)
    }

    @Test func aRefusalOfTheBankComesBackAsTheEnrollment() async throws {
        let rig = try Rig()
        let client = rig.client()
        _ = try await client.createEnrollment(try Rig.newEnrollment())
        let refused = try await client.completeRedirection(
            callbackURL: "https://shop.example/callback#state=s&error=access_denied&error_description=n%C3%A3o+quis"
        )
        #expect(refused.status == .failed)
        let body = try #require(rig.server.requests(.post, "/complete-redirection/").first?.body)
        #expect(try JSONValue(parsing: body)["error_description"]?.string == "não quis")
    }

    @Test func aCallbackWithoutParametersIsRefusedHere() async throws {
        let rig = try Rig()
        await expectFailure(.invalidParameters) {
            _ = try await rig.client().completeRedirection(callbackURL: "https://shop.example/callback")
        }
        #expect(rig.server.requests.isEmpty)
    }

    @Test func theStreamTellsEachStepAndTheAppAnswersTheRedirect() async throws {
        let rig = try Rig()
        var steps: [String] = []
        for try await step in rig.client().enroll(try Rig.newEnrollment()) {
            switch step {
            case .created: steps.append("created")
            case .redirect(let redirect):
                #expect(redirect.url == "https://bank.example/approve")
                redirect.complete(callbackURL: Rig.callback)
                steps.append("redirect")
            case .redirected: steps.append("redirected")
            case .optionsReceived: steps.append("options")
            case .credentialMade: steps.append("credential")
            case .finished(let enrollment): steps.append("finished \(enrollment.status)")
            }
        }
        #expect(
            steps == ["created", "redirect", "redirected", "options", "credential", "finished SUCCEEDED"]
        )
    }

    @Test func closingEndsAStreamThatWaitsForThePerson() async throws {
        let rig = try Rig()
        let client = rig.client()
        await expectFailure(.closed) {
            for try await step in client.enroll(try Rig.newEnrollment()) {
                if case .redirect = step { client.close() }
            }
        }
    }

    @Test func aPersonWhoSaysNoHasACodeOfTheirOwn() async throws {
        let rig = try Rig(gesture: .always(.cancelled))
        let client = rig.client()
        let created = try await client.createEnrollment(try Rig.newEnrollment())
        let options = try await client.registrationOptions(created.id)
        await expectFailure(.userCancelled) { _ = try await client.makeCredential(options) }
    }

    @Test func allPagesAreReadFromTheConfiguredServerOnly() async throws {
        let rig = try Rig()
        rig.server.state.withLock { $0.pageSize = 1 }
        let found = try await rig.client().institutions()
        #expect(found.map(\.displayName) == ["Jequitibá", "Ipê"])
        #expect(rig.server.requests.allSatisfy { $0.url.hasPrefix("https://pay.example/") })
        #expect(rig.server.requests.last?.url.hasSuffix("?cursor=1&device_id=a%2Bb") == true)
    }
}
