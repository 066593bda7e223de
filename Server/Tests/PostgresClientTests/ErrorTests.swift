import Testing

@testable import PostgresClient

@Suite struct ErrorTests {
    @Test(arguments: [
        ("23505", PostgresError.Kind.uniqueViolation), ("23503", .constraintViolation), ("23514", .constraintViolation),
        ("22012", .conditionFailed), ("22P02", .valueRefused), ("40001", .serializationFailure), ("40P01", .deadlock),
        ("40003", .connectionLost), ("55P03", .lockNotAvailable), ("25006", .readOnly), ("57P01", .serverShutDown),
        ("57P02", .serverShutDown), ("57P03", .serverShutDown), ("57014", .cancelled), ("08006", .connectionLost),
        ("25P03", .connectionLost), ("53300", .tooManyConnections), ("53100", .diskFull),
        ("53200", .resourcesExhausted),
        ("28P01", .notAuthorised), ("3D000", .notAuthorised), ("42501", .notAuthorised), ("42P01", .statementWrong),
        ("26000", .statementWrong), ("0A000", .statementWrong), ("XX001", .serverDamaged), ("58030", .serverDamaged),
        ("99999", .other), ("", .other), ("é", .other),
    ])
    func eachCodeHasAMeaning(_ code: String, _ kind: PostgresError.Kind) {
        #expect(PostgresError.Kind(sqlState: code) == kind)
    }

    /// What may be done twice is never retried, whatever its reason.
    @Test(arguments: PostgresError.Kind.allCases)
    func nothingUnknownIsRetried(_ kind: PostgresError.Kind) {
        #expect(!PostgresError(kind, isOutcomeUnknown: true).mayBeRetried)
        #expect(PostgresError(kind).mayBeRetried == kind.passes)
    }

    @Test(arguments: [
        ("connection to server at h, port 1 failed: FATAL:  53300\n", PostgresError.Kind.tooManyConnections, "53300"),
        ("connection to server at \"h\", port 1 failed: FATAL:  57P03", .serverShutDown, "57P03"),
        ("connection to server failed: FATAL:  28P01\n", .notAuthorised, "28P01"),
    ])
    func theServersReasonIsReadFromItsCode(_ message: String, _ kind: PostgresError.Kind, _ code: String) {
        let error = ConnectFailure.error(ofMessage: message)
        #expect(error.kind == kind)
        #expect(error.sqlState == code)
    }

    @Test(arguments: [
        ("connection to server at \"127.0.0.1\", port 1 failed: Connection refused\n\tIs the server running?\n", false),
        ("connection to server at \"h\" failed: session is read-only\n", true), ("", false), ("\n\n", false),
    ])
    func anyOtherReasonIsTheNetworkOrAStandby(_ message: String, _ isReadOnly: Bool) {
        #expect(ConnectFailure.error(ofMessage: message).kind == (isReadOnly ? .readOnly : .connectionLost))
    }

    @Test func attemptsComeApartAndNeverFurtherThanTwoSeconds() {
        #expect(Backoff.delay(afterFailures: 1, fraction: 0) == .milliseconds(25))
        #expect(Backoff.delay(afterFailures: 1, fraction: 1) == .milliseconds(50))
        #expect(Backoff.delay(afterFailures: 3, fraction: 1) == .milliseconds(200))
        for failures in [-1, 0, 10, 1_000_000, Int.max] {
            #expect(Backoff.delay(afterFailures: failures, fraction: 2) <= .seconds(2))
        }
    }
}
