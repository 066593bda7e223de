import ArgumentParser
import BeyondIdentityEmbedded
import ChavePix
import ChavePixModel
import ServerHTTP

/// Runs a command's body; what fails becomes one line and exit code 1, what cannot be read 65.
func reporting(_ body: () async throws -> Void) async throws {
    do {
        try await body()
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
