#if DEBUG
    public import ChavePix

    extension PixConfiguration {
        /// The launch argument of a UI test: `app.launchArguments += ["-ChaveTesting", "personCancels"]`.
        public static let testingArgument = "-ChaveTesting"

        /// The additional launch argument for an enrolled device.
        ///
        /// Example: `["-ChaveTesting", "personCancels", "-ChaveTestingEnrolled"]`.
        public static let testingEnrolledArgument = "-ChaveTestingEnrolled"

        /// The configuration of the ``PixTestScenario`` after `-ChaveTesting`; `nil` without that argument.
        ///
        /// A release build has neither this function nor `PixTestScenario.configuration()`: an app that calls one of
        /// them outside `#if DEBUG` does not compile for release.
        ///
        /// - Throws: ``PixTestMisuse`` when the scenario is missing or unknown, so that a misspelt test does not run
        ///   against a real bank.
        public static func testing(ifAskedBy arguments: [String]) throws(PixTestMisuse) -> PixConfiguration? {
            let isEnrolled = arguments.contains(testingEnrolledArgument)
            guard let index = arguments.firstIndex(of: testingArgument) else {
                guard !isEnrolled else {
                    throw PixTestMisuse("\(testingEnrolledArgument) goes with \(testingArgument) and a scenario.")
                }
                return nil
            }
            let name = arguments.dropFirst(index + 1).first ?? ""
            guard let scenario = PixTestScenario(rawValue: name) else {
                let names = PixTestScenario.allCases.map(\.rawValue).joined(separator: ", ")
                throw PixTestMisuse("Behind \(testingArgument) stands one of: \(names).")
            }
            return scenario.configuration(isEnrolled: isEnrolled)
        }
    }
#endif
