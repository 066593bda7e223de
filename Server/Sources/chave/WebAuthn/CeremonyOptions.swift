import ArgumentParser
import ChaveCeremonyDebugger
import ChaveDeviceKeys
import ChavePix
import ChaveSoftwareAuthenticator
import ChaveWire
import Foundation

/// The needs of create and get: options on standard input, keys, an origin, and a user who agrees.
struct CeremonyOptions: ParsableArguments {
    @Option(help: "Where the authenticator keeps its keys, encrypted; made when it is not there.") var keys: String
    @Option(
        help: ArgumentHelp(
            "The origin that the client claims. [default: https:// and the relying party's id]",
            discussion: "Options that name no relying party are answered for its host, as a browser does."
        ),
        transform: ClientOrigin.init
    )
    var origin: ClientOrigin?
    @OptionGroup var gestures: GestureOptions
    @Flag(help: "With --yes: be there without being verified, so that UV stays unset.") var unverified = false

    func validate() throws {
        guard !keys.isEmpty else { throw ValidationError("--keys is empty; name a folder, such as ./keys.") }
        guard !unverified || gestures.yes else { throw ValidationError("--unverified goes with --yes.") }
    }

    /// Reads the options, passes them to `body`, and prints the answer.
    func answer(
        _ body: (JSONValue, SoftwareAuthenticator) async throws(DeviceKeyError) -> JSONValue
    ) async throws {
        try await reporting {
            let options = try readOptions()
            do {
                Terminal.say(try await body(options, try authenticator()).text)
            } catch let error as DeviceKeyError where error.code == .invalidOptions {
                throw UnreadableInput("The options cannot be used: \(error.message).")
            }
        }
    }

    private func readOptions() throws -> JSONValue {
        do {
            return try JSONValue(parsing: StandardInput.bytes(), limits: CeremonyDebugger.limits)
        } catch let error as JSONError {
            throw UnreadableInput("The options are no JSON: at byte \(error.position), \(error.problem.rawValue).")
        }
    }

    private func authenticator() throws -> SoftwareAuthenticator {
        let store = try openStore()
        let asked = try gestures.gesture() ?? .standard(pinIn: store)
        return SoftwareAuthenticator(
            store: store,
            gesture: unverified ? .always(.present) : asked,
            configuration: .init(
                defaultRelyingPartyID: origin?.host,
                origin: origin.map { .fixed($0.text) } ?? .relyingParty,
                attestation: .packedSelf
            )
        )
    }

    /// Opens the store in the SDK's layout of a device's folder, so that other commands can read its keys.
    private func openStore() throws -> EncryptedKeyStore {
        do {
            try FileManager.default.createDirectory(
                atPath: keys,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw CommandFailure("\(keys) cannot be made. Give another --keys.")
        }
        return try EncryptedKeyStore(directory: keys + "/keys", protection: .keyFile(path: keys + "/store.key"))
    }
}
