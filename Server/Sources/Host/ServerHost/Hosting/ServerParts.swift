/// The parts of a server besides payments, which decide the files that it needs.
public struct ServerParts: Hashable, Sendable {
    public var isSandbox: Bool
    public var hasConsole: Bool
    public var hasSignIn: Bool
    /// Whether a program sends its mails; a sandbox without one stores them in a file.
    public var hasMailProgram: Bool

    public init(isSandbox: Bool, hasConsole: Bool, hasSignIn: Bool, hasMailProgram: Bool = false) {
        self.isSandbox = isSandbox
        self.hasConsole = hasConsole
        self.hasSignIn = hasSignIn
        self.hasMailProgram = hasMailProgram
    }

    func needs(_ file: SharedKeys.File) -> Bool {
        switch file {
        case .field, .token: true
        case .operatorKey: hasConsole
        case .signIn: hasSignIn
        case .merchant: isSandbox
        case .tenant: isSandbox && hasSignIn
        }
    }
}
