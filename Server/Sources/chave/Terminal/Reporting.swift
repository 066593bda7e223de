import ArgumentParser
import BeyondIdentityEmbedded
import ChaveBase
import ChavePix
import ChavePixModel
import ServerHost

/// Runs a command's body; a failure becomes one line and exit code 1, unreadable input exit code 65.
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
        throw ExitCode.failure
    } catch let error as SignInError {
        Terminal.note("chave: \(error.message) (\(error.code.description))")
        throw ExitCode.failure
    } catch let error as ExitCode {
        throw error
    } catch let error as UnreadableInput {
        Terminal.note("chave: \(error.message)")
        throw ExitCode.unreadable
    } catch let error as SettingsRefusal {
        throw ValidationError(error.description)
    } catch {
        Terminal.note("chave: \(Sentence.of(error))")
        throw ExitCode.failure
    }
}

extension CommandFailure {
    /// The failure when no server answers at the address.
    static func noServer(at address: String) -> CommandFailure {
        CommandFailure("No server answers at \(address). Start one (chave serve --sandbox), or give --server.")
    }
}

/// Whether no server answered.
private func isSilence(_ error: any Error) -> Bool {
    (error as? PixError)?.code == .notConnected || (error as? SignInError)?.code == .notConnected
}
