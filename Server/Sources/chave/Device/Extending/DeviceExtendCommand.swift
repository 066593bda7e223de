import ArgumentParser
import BeyondIdentityEmbedded
import ChaveWire
import QRCodes

struct DeviceExtendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extend",
        abstract: "Let a second device sign in too: shows a code, and asks before it agrees.",
        discussion: """
            Examples:
              chave device extend
              chave device extend --qr-file code.png --plain

            The second device types the nine digits (chave device import). Then
            this one shows what it calls itself and three numbers: type the one
            that it shows, and the PIN once more. A code counts for 90 seconds
            and is replaced by itself; Ctrl-C ends it for good.
            """
    )

    @OptionGroup var options: SignInDeviceOptions
    @OptionGroup var gestures: GestureOptions
    @Option(help: "Which credential, where the device has several: chave device keys list shows them.")
    var handle: String?
    @Option(help: "Also write the QR code to this file, PNG or, where it ends with .svg, SVG.") var qrFile: String?
    @Flag(help: "Draw the QR code in the terminal's own colours, light on dark.") var plain = false
    @Flag(help: "Print a JSON line for each step instead.") var json = false

    func run() async throws {
        try await reporting(asking: try options.serverText()) {
            guard Terminal.canAsk else {
                throw CommandFailure("There is no terminal to type the second device's number on. Run this in one.")
            }
            let device = try options.device(gesture: try gestures.gesture())
            let handles = try await handles(device)
            let screen = ExtensionScreen(style: style, file: qrFile.map(QRFile.init))
            try await Interruption.watching {
                try? await device.cancelExtendCredentials()
            } _: {
                try await extend(device, handles, screen)
            }
        }
    }

    private var style: ExtensionScreen.Style {
        if json { return .json }
        return Terminal.isInteractive ? .redrawn(plain ? .lightOnDark : .own) : .lines
    }

    /// The requested credential, else the only one.
    private func handles(_ device: CoreEmbedded) async throws -> [Credential.Handle] {
        if let handle { return [Credential.Handle(handle)] }
        let known = try await device.getCredentials().compactMap(\.handle)
        guard known.count <= 1 else {
            throw CommandFailure(
                "This device has credentials of \(known.map(\.value).joined(separator: ", ")). Give --handle."
            )
        }
        guard let only = known.first else {
            throw CommandFailure("This device has no credential. Run: chave device sign-in --register LINK")
        }
        return [only]
    }

    private func extend(
        _ device: CoreEmbedded,
        _ handles: [Credential.Handle],
        _ screen: ExtensionScreen
    ) async throws {
        let approval = PairingApproval { offer in
            await screen.pause()
            return await NumberQuestion.ask(
                "A device that calls itself “\(offer.deviceName)” wants to sign in as you.",
                choices: offer.choices,
                seconds: offer.expiresInSeconds
            )
        }
        let ticking = Task {
            while !Task.isCancelled {
                try await Task.sleep(for: .seconds(1))
                await screen.tick(seconds: 1)
            }
        }
        defer { ticking.cancel() }
        for try await status in device.extendCredentials(handles: handles, approval: approval) {
            switch status {
            case .started(let token, let code): try await screen.show(token, code, isFirst: true)
            case .tokenUpdated(let token, let code): try await screen.show(token, code, isFirst: false)
            case .done: await screen.end(isDone: true)
            case .aborted:
                await screen.end(isDone: false)
                throw CommandFailure("No second device was let in. Begin anew: chave device extend")
            }
        }
    }
}

/// Asks the user which of three numbers the other device shows.
enum NumberQuestion {
    /// A mistyped number is asked again; an empty answer or a late one refuses.
    static func ask(_ who: String, choices: [String], seconds: Int64) async -> PairingAnswer {
        Terminal.note("\n\(who)\nIt shows one of these numbers:  \(choices.joined(separator: "   "))")
        let question = "Type the number that it shows, or nothing to refuse (\(seconds) s): "
        while let answer = await TerminalQuestion.ask(question) {
            if answer.isEmpty { return .refuse }
            if choices.contains(answer) { return .number(answer) }
            Terminal.note("It is one of \(choices.joined(separator: ", ")).")
        }
        return .refuse
    }
}
