import Foundation

/// What a run needs from outside, by environment variables.
///
/// `CHAVE_BASE_URL`; `CHAVE_ACCESS_TOKEN` or, for the programs whose own server makes the calls, `CHAVE_SECRET_ID` and
/// `CHAVE_SECRET_PASSWORD`; `CHAVE_CPF` and `CHAVE_BANK_PASSWORD`, the sandbox holder; `CHAVE_BENEFICIARY`, a bank
/// account's id; optionally `CHAVE_INSTITUTION` (a display name), `CHAVE_AMOUNT`, `CHAVE_ACCOUNT_TENURE`,
/// `CHAVE_CALLBACK_URL`.
public enum Settings {
    public static let baseURL = required("CHAVE_BASE_URL")
    public static let accessToken = ProcessInfo.processInfo.environment["CHAVE_ACCESS_TOKEN"] ?? ""
    public static let secretID = ProcessInfo.processInfo.environment["CHAVE_SECRET_ID"]
    public static let secretPassword = ProcessInfo.processInfo.environment["CHAVE_SECRET_PASSWORD"]
    public static let cpf = required("CHAVE_CPF")
    public static let bankPassword = required("CHAVE_BANK_PASSWORD")
    public static let beneficiary = required("CHAVE_BENEFICIARY")
    public static let institution = ProcessInfo.processInfo.environment["CHAVE_INSTITUTION"]
    public static let amount = Double(ProcessInfo.processInfo.environment["CHAVE_AMOUNT"] ?? "12.34") ?? 12.34
    public static let accountTenure = ProcessInfo.processInfo.environment["CHAVE_ACCOUNT_TENURE"] ?? "2024-11-26"
    public static let callbackURL =
        ProcessInfo.processInfo.environment["CHAVE_CALLBACK_URL"] ?? "https://guide.example/callback"

    private static func required(_ name: String) -> String {
        guard let value = ProcessInfo.processInfo.environment[name], !value.isEmpty else {
            finish("\(name) is not set", succeeded: false)
        }
        return value
    }
}

/// A line of the program's story.
public func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

/// The program's end: exit code 0 only when the whole flow was walked.
public func finish(_ line: String, succeeded: Bool) -> Never {
    say(succeeded ? "done: \(line)" : "failed: \(line)")
    exit(succeeded ? 0 : 1)
}
