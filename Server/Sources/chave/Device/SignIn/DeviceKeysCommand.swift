import ArgumentParser
import BeyondIdentityEmbedded
import ChaveWire

struct DeviceKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "The credentials with which this device signs in: list, delete, export-chain.",
        subcommands: [List.self, Delete.self, ExportChain.self]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List them, with their states as the server said last."
        )

        @OptionGroup var options: SignInDeviceOptions
        @Flag(help: "Print a JSON array.") var json = false

        func run() async throws {
            try await reporting {
                let credentials = try await options.deviceAlone().getCredentials()
                if json { return Terminal.say(JSONValue.array(credentials.map(\.json)).text) }
                if credentials.isEmpty {
                    Terminal.note("This device has no credential. Run: chave device sign-in --register LINK")
                }
                let rows = credentials.map { credential in
                    let created = credential.created.map { String($0.prefix(10)) } ?? "unknown date"
                    return [credential.handle?.value ?? "damaged", credential.state.rawValue, created, credential.name]
                }
                for line in Columns.lines(rows) { Terminal.say(line) }
            }
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a credential from this device, for good.",
            discussion: """
                Example: chave device keys delete padaria-aurora
                Without another device that signs in, only recovery by mail helps then.
                """
        )

        @OptionGroup var options: SignInDeviceOptions
        @Argument(help: "Its handle, which is the tenant: chave device keys list shows it.") var handle: String
        @Flag(help: "Do not ask.") var yes = false

        func run() async throws {
            try await reporting {
                let device = try options.deviceAlone()
                let question = "Delete the credential of \(handle) from this device? It cannot be brought back."
                try await TerminalQuestion.require(question, unless: yes, orElse: "Nothing was deleted.")
                let deleted = try await device.deleteCredential(for: Credential.Handle(handle))
                Terminal.say("deleted \(deleted.value)")
            }
        }
    }

    struct ExportChain: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export-chain",
            abstract: "Print the certificates of a credential as PEM; no key is in them.",
            discussion: """
                Example:
                  chave device keys export-chain padaria-aurora --part root > root.pem
                  chave device keys export-chain padaria-aurora --part above > above.pem
                  chave device keys export-chain padaria-aurora --part own > own.pem
                  openssl verify -CAfile root.pem -untrusted above.pem own.pem
                """
        )

        enum Part: String, ExpressibleByArgument, CaseIterable {
            /// All certificates, the device's own first, the root last.
            case all
            case own
            /// The certificates between those two.
            case above
            case root
        }

        @OptionGroup var options: SignInDeviceOptions
        @Argument(help: "Its handle: chave device keys list shows it.") var handle: String
        @Option(help: "all, own, above (those between own and root) or root.") var part = Part.all

        func run() async throws {
            try await reporting {
                let credentials = try await options.deviceAlone().getCredentials()
                guard let chain = credentials.first(where: { $0.handle?.value == handle })?.chain else {
                    throw CommandFailure("This device has no such credential. See: chave device keys list")
                }
                guard chain.count >= 2 else {
                    throw CommandFailure("The credential is damaged: recover the user, or register again.")
                }
                for certificate in selected(chain) {
                    Terminal.say(certificate.hasSuffix("\n") ? String(certificate.dropLast()) : certificate)
                }
            }
        }

        private func selected(_ chain: [String]) -> ArraySlice<String> {
            switch part {
            case .all: chain[...]
            case .own: chain.prefix(1)
            case .above: chain.dropFirst().dropLast()
            case .root: chain.suffix(1)
            }
        }
    }
}

extension Credential {
    /// The JSON that the commands print.
    var json: JSONValue {
        [
            "handle": JSONValue(handle?.value), "name": .string(name), "state": .string(state.rawValue),
            "created": JSONValue(created), "key_handle": JSONValue(keyHandle), "logo_url": .string(logoURL),
            "login_uri": JSONValue(loginURI), "enroll_uri": JSONValue(enrollURI),
            "root_fingerprint": JSONValue(rootFingerprint), "chain": .array(chain.map(JSONValue.string)),
        ]
    }
}
