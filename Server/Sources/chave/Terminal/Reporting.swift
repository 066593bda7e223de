import ArgumentParser
import BeyondIdentityEmbedded
import ChaveBase
import ChaveDeviceKeys
import ChavePix
import ChavePixModel
import ServerHost

/// Runs a command's body; a failure becomes one line and its exit code.
///
/// The codes are 1 for a failure, 2 for a user's no, 65 for unreadable input, and 64 for a wrong setting, of which the
/// line is that of the parser for a wrong argument.
///
/// `server` is the address that the body calls; the message names it when no server answers.
func reporting(asking server: @autoclosure () throws -> String? = nil, _ body: () async throws -> Void) async throws {
    do {
        try await body()
    } catch let error where isSilence(error) {
        let failure = (try? server()).map(CommandFailure.noServer) ?? CommandFailure("No server answers.")
        Terminal.note("chave: \(failure.description) (not_connected)")
        throw ExitCode.failure
    } catch let error as PixError {
        Terminal.note("chave: \(error.message) (\(error.code.description))")
        for item in error.items where !error.message.contains(item.message) {
            Terminal.note("  \(item.field.map { "\($0): " } ?? "")\(item.message)")
        }
        throw error.code == .userCancelled ? ExitCode.declined : .failure
    } catch let error as SignInError {
        Terminal.note("chave: \(error.message) (\(error.code.description))")
        throw error.code == .userCancelled ? ExitCode.declined : .failure
    } catch let error as DeviceKeyError {
        Terminal.note("chave: \(error.message) (\(error.code.description))")
        throw error.code == .userCancelled ? ExitCode.declined : .failure
    } catch let error as Declined {
        Terminal.note("chave: \(error.description)")
        throw ExitCode.declined
    } catch let error as ExitCode {
        throw error
    } catch let error as UnreadableInput {
        Terminal.note("chave: \(error.message)")
        throw ExitCode.unreadable
    } catch let error as SettingsRefusal {
        throw wrongSetting(error.description)
    } catch let error as ValidationError {
        throw wrongSetting(error.message)
    } catch {
        Terminal.note("chave: \(Sentence.of(error))")
        throw ExitCode.failure
    }
}

/// Prints what is wrong, and where the help of this command is.
///
/// The parser itself would name the help of the program: it has forgotten the command when that runs.
private func wrongSetting(_ message: String) -> ExitCode {
    let name = CommandLineWords.commandName(Array(CommandLine.arguments.dropFirst()))
    Terminal.note("Error: \(message)\n  See '\(name) --help' for more information.")
    return .validationFailure
}

extension CommandFailure {
    /// The failure when no server answers at the address.
    static func noServer(at address: String) -> CommandFailure {
        CommandFailure("No server answers at \(address). Start one (chave serve --sandbox), or give --server.")
    }

    /// The failure when an answer has a status and no words of a server's.
    static func strangeAnswer(of address: String, status: Int) -> CommandFailure {
        switch status {
        case 429, 500, 502...504:
            CommandFailure("The server at \(address) cannot do it now (status \(status)). Try again, or read its log.")
        default:
            CommandFailure(
                "What answers at \(address) is no server of chave's (status \(status)). "
                    + "Give --server its address, without a path."
            )
        }
    }
}

/// Whether no server answered.
private func isSilence(_ error: any Error) -> Bool {
    (error as? PixError)?.code == .notConnected || (error as? SignInError)?.code == .notConnected
}

/// The exit codes that the help of `chave` lists, beside 0, 1 and the parser's 64.
extension ExitCode {
    /// The user was asked, here or at the bank, and said no or left.
    static let declined = ExitCode(2)
    /// The input cannot be read: EX_DATAERR of sysexits.
    static let unreadable = ExitCode(65)
    /// Ended by Ctrl-C or SIGTERM: 128 plus the number of SIGINT, as in a shell.
    static let interrupted = ExitCode(130)
}

/// A user's no, which ends the command with exit code 2; `description` says what was not done.
struct Declined: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
