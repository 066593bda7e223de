#if DEBUG
    public import ChavePix

    extension PixConfiguration {
        /// What a UI test launches the app with: `app.launchArguments += ["-ChaveTesting", "personCancels"]`.
        public static let testingArgument = "-ChaveTesting"

        /// Launched with this too, the device has enrolled already: `["-ChaveTesting", "personCancels", "-ChaveTestingEnrolled"]`.
        public static let testingEnrolledArgument = "-ChaveTestingEnrolled"

        /// The configuration of the ``PixTestScenario`` that stands behind `-ChaveTesting`; `nil` where nobody asks for one.
        ///
        /// A release build has neither this function nor `PixTestScenario.configuration()`: an app that calls one of them
        /// outside `#if DEBUG` does not compile for release.
        ///
        /// - Throws: ``PixTestMisuse`` where the scenario is missing or has no known name, so that a misspelt test does not
        ///   run against a real bank.
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
