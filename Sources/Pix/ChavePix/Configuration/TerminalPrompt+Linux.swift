#if os(Linux)
    import ChaveBase

    import ChaveDeviceKeys
    import ChaveSoftwareAuthenticator
    import ChaveTransport
    import Dispatch
    import Glibc

    /// Asks the person on the controlling terminal.
    enum TerminalPrompt {
        /// Asks for the PIN, and lets the person choose one when one is needed and none is set.
        static func gesture(pin: PINVerification) -> UserGesture {
            let verifying = pin.gesture { prompt in await reply(to: prompt) }
            return UserGesture { request in
                do throws(DeviceKeyError) {
                    if request.requiresVerification, try !pin.isSet() {
                        guard isThere else { throw noTerminal }
                        let isChosen = try await PINChoice.run { question in
                            await read(question, echoes: false)
                        } set: { (chosen) throws(DeviceKeyError) in
                            try pin.set(chosen)
                        }
                        guard isChosen else { return .cancelled }
                    }
                } catch {
                    return .failed(error)
                }
                guard isThere else { return .failed(noTerminal) }
                return await verifying.ask(request)
            }
        }

        private static func reply(to prompt: PINVerification.Prompt) async -> PINVerification.Reply {
            let purpose = prompt.request.ceremony == .registration ? "Make a key for" : "Sign for"
            let who = prompt.request.userName.map { " (\(printable($0)))" } ?? ""
            let standard = "\(purpose) \(printable(prompt.request.relyingPartyID))\(who)"
            let question = prompt.request.prompt.map(printable) ?? standard
            guard let tries = prompt.triesLeft else {
                let text = PromptWords.asking(question, "Press Enter, or type n to refuse", joinedBy: "?")
                let answer = await read(text, echoes: true)
                return answer.map { $0.isEmpty ? .agreed : .cancelled } ?? .cancelled
            }
            let again = prompt.wasWrong ? PromptWords.wrong(triesLeft: tries) : ""
            let text = PromptWords.asking(question, "PIN, or nothing to refuse", joinedBy: ":")
            let answer = await read(again + text, echoes: false)
            return answer.flatMap { $0.isEmpty ? nil : .pin($0) } ?? .cancelled
        }

        private static var isThere: Bool {
            let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
            guard terminal >= 0 else { return false }
            close(terminal)
            return true
        }

        private static let noTerminal = DeviceKeyError(
            .notAllowed,
            "there is no terminal to ask on; give the configuration an authenticator with a gesture of your own"
        )

        /// The text without control characters: a server's text must not move the cursor.
        private static func printable(_ text: String) -> String {
            String(
                String.UnicodeScalarView(
                    text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
                )
            )
        }

        /// One line; `nil` when the terminal ends or the task is cancelled.
        private static func read(_ question: String, echoes: Bool) async -> String? {
            let isCancelled = Locked(false)
            return await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    DispatchQueue.global().async {
                        let line = readLine(question, echoes: echoes) { isCancelled.withLock { $0 } }
                        continuation.resume(returning: line)
                    }
                }
            } onCancel: {
                isCancelled.withLock { $0 = true }
            }
        }

        private static func readLine(_ question: String, echoes: Bool, isCancelled: () -> Bool) -> String? {
            let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
            guard terminal >= 0 else { return nil }
            defer { close(terminal) }
            var before = termios()
            let isSettable = !echoes && tcgetattr(terminal, &before) == 0
            if isSettable {
                var silent = before
                silent.c_lflag &= ~tcflag_t(ECHO)
                tcsetattr(terminal, TCSAFLUSH, &silent)
            }
            defer {
                if isSettable {
                    tcsetattr(terminal, TCSAFLUSH, &before)
                    put("\n", terminal)
                }
            }
            put(question, terminal)
            return line(from: terminal, isCancelled: isCancelled)
        }

        private static func line(from terminal: Int32, isCancelled: () -> Bool) -> String? {
            var bytes: [UInt8] = []
            while !isCancelled(), bytes.count < 1_024 {
                var ready = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
                guard poll(&ready, 1, 100) > 0 else { continue }
                var byte: UInt8 = 0
                guard Glibc.read(terminal, &byte, 1) == 1 else { return nil }
                if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
                bytes.append(byte)
            }
            return nil
        }

        private static func put(_ text: String, _ terminal: Int32) {
            let bytes = Array(text.utf8)
            _ = write(terminal, bytes, bytes.count)
        }
    }
#endif
