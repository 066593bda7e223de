#if os(Linux)
    public import ChaveBase

    public import ChavePixModel

    /// The risk signals of a Linux machine, each from its source in the system.
    ///
    /// | signal | source |
    /// |---|---|
    /// | `osVersion` | `/etc/os-release`, else the kernel's release |
    /// | `userTimeZoneOffset` | the time zone of the process |
    /// | `language` | `language` of the initialiser, else `LC_ALL`, `LC_MESSAGES`, `LANG`; POSIX means English |
    /// | `screenDimensions` | `screen` of the initialiser, else the pixels of the terminal's window, else 0 × 0 |
    /// | `isRootedDevice` | whether the program runs as root |
    /// | `elapsedTimeSinceBoot` | `/proc/uptime` |
    /// | `isEmulated` | the processor's `hypervisor` flag |
    /// | `isCharging` | the batteries under `/sys/class/power_supply` |
    ///
    /// Open Finance requires `screenDimensions` and means the pixels that the app covers. A program without a window
    /// covers none, so 0 × 0 is correct for it. `elapsedTimeSinceBoot`, `isEmulated` and `isCharging` are left out when
    /// the machine does not give them within two seconds. Location, brightness, calls, cells, USB and integrity
    /// verdicts are not available here and are never sent. The platform is BROWSER.
    public struct LinuxSignalCollector: SignalCollector {
        private let screen: RiskSignals.ScreenDimensions?
        private let givenLanguage: String?
        private let system: LinuxSystem

        /// A collector for this machine and program.
        ///
        /// A program with a window gives the pixels that it covers. A program whose locale has no code of two letters
        /// (ISO 639-1), such as Filipino, gives the language to send. Without a language, `collect` throws
        /// `.configuration`.
        public init(screen: RiskSignals.ScreenDimensions? = nil, language: String? = nil) {
            self.init(screen: screen, language: language, system: .real)
        }

        init(screen: RiskSignals.ScreenDimensions?, language: String? = nil, system: LinuxSystem) {
            self.screen = screen
            givenLanguage = language
            self.system = system
        }

        public var platform: DevicePlatform { .browser }

        /// Returns true without a question, because there is no location to ask for.
        public func requestPermission() async -> Bool { true }

        public func collect(deviceID: String, accountTenure: CalendarDate) async throws(PixError) -> RiskSignals {
            guard let version = osVersion else {
                throw PixError(.configuration, "This machine does not say which system it runs (/etc/os-release).")
            }
            guard let language else {
                throw PixError(
                    .configuration,
                    "The locale names no language of two letters: give LinuxSignalCollector one, or set LANG."
                )
            }
            let required = RiskSignals(
                deviceId: deviceID,
                osVersion: version,
                userTimeZoneOffset: SignalTexts.timeZoneOffset(secondsFromGMT: system.secondsFromGMT()),
                language: language,
                screenDimensions: screenDimensions,
                accountTenure: accountTenure
            )
            return await withOptional(required)
        }

        private func withOptional(_ required: RiskSignals) async -> RiskSignals {
            var signals = required
            signals.isRootedDevice = system.effectiveUserID() == 0
            let readings: [TimelySignals<RiskSignals>.Reading] = [
                {
                    let read = elapsedTimeSinceBoot; return { $0.elapsedTimeSinceBoot = read }
                },
                {
                    let read = isVirtual; return { $0.isEmulated = read }
                },
                {
                    let read = isCharging; return { $0.isCharging = read }
                },
            ]
            return await TimelySignals.gather(into: signals, readings) {
                try await system.sleep(LinuxSignalCollector.patienceMilliseconds)
            }
        }

        /// The time to wait for optional signals; the required ones have no such limit.
        private static let patienceMilliseconds: Int64 = 2_000

        private var osVersion: String? {
            let release = system.contents("/etc/os-release") ?? system.contents("/usr/lib/os-release") ?? ""
            var fields: [Substring: String] = [:]
            for line in release.split(separator: "\n") {
                guard let equals = line.firstIndex(of: "=") else { continue }
                fields[line[..<equals]] = unquoted(line[line.index(after: equals)...])
            }
            let named = [fields["NAME"], fields["VERSION_ID"]].compactMap { $0 }.joined(separator: " ")
            let kernel = system.contents("/proc/sys/kernel/osrelease").map { "Linux " + $0 }
            let text = fields["PRETTY_NAME"] ?? (named.isEmpty ? kernel : named)
            let trimmed = text?.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(100)
            return trimmed.flatMap { $0.isEmpty ? nil : String($0) }
        }

        private func unquoted(_ value: Substring) -> String {
            guard let quote = value.first, quote == "\"" || quote == "'", value.count >= 2, value.last == quote else {
                return String(value)
            }
            return String(value.dropFirst().dropLast())
        }

        private var language: String? {
            let environment = system.environment()
            let set = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
            let locale = givenLanguage ?? set ?? "C"
            let code = String(decoding: locale.lowercased().utf8.prefix { (0x61...0x7A).contains($0) }, as: UTF8.self)
            if ["c", "posix"].contains(code) { return "en" }
            return code.utf8.count == 2 ? code : nil
        }

        private var screenDimensions: RiskSignals.ScreenDimensions {
            if let screen { return screen }
            let pixels = system.terminalPixels()
            return RiskSignals.ScreenDimensions(height: pixels?.height ?? 0, width: pixels?.width ?? 0)
        }

        private var elapsedTimeSinceBoot: Int64? {
            guard let text = system.contents("/proc/uptime")?.split(separator: " ").first, let seconds = Double(text),
                seconds >= 0, seconds < 1e12
            else { return nil }
            return Int64(seconds * 1_000)
        }

        /// Whether the processor is virtual; `nil` on processors that do not list flags.
        private var isVirtual: Bool? {
            guard let lines = system.contents("/proc/cpuinfo")?.split(separator: "\n"),
                let flags = lines.first(where: { $0.hasPrefix("flags") })
            else { return nil }
            return flags.split(whereSeparator: \.isWhitespace).contains("hypervisor")
        }

        /// Whether a battery is charging; `nil` on a machine without a battery.
        private var isCharging: Bool? {
            let directory = "/sys/class/power_supply"
            let states = system.entries(directory).compactMap { name -> String? in
                guard trimmed("\(directory)/\(name)/type") == "Battery" else { return nil }
                return trimmed("\(directory)/\(name)/status")
            }
            return states.isEmpty ? nil : states.contains("Charging")
        }

        private func trimmed(_ path: String) -> String? {
            system.contents(path)?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }
#endif
