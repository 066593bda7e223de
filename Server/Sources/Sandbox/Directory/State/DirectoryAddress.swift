/// The addresses of a directory, which follow from its port.
///
/// Names below `test` (RFC 6761, section 6.2) lead nowhere: the programs of a development resolve them to this machine.
public struct DirectoryAddress: Codable, Hashable, Sendable {
    public static let host = "directory.test"
    public static let mutualHost = "matls.directory.test"

    public let port: Int

    public init(port: Int) { self.port = port }

    public var mutualPort: Int { port + 1 }
    /// The port of pages for a browser and of `/livez`, over plain HTTP on this machine.
    public var pagesPort: Int { port + 2 }

    public var participants: String { "\(open)/participants" }
    /// The address below which each organisation has its keys.
    public var keystore: String { "\(open)/keystore" }
    public var token: String { "\(mutual)/token" }
    /// The address of a software statement, with `{org}` and `{software}` in it.
    public var assertion: String { "\(mutual)/organisations/{org}/softwarestatements/{software}/assertion" }

    private var open: String { "https://\(DirectoryAddress.host):\(port)" }
    private var mutual: String { "https://\(DirectoryAddress.mutualHost):\(mutualPort)" }

    func keys(of organisation: String) -> String { "\(keystore)/\(organisation)/application.jwks" }

    func keys(of organisation: String, _ software: String) -> String {
        "\(keystore)/\(organisation)/\(software)/application.jwks"
    }
}
