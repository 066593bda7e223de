public import Foundation

/// A certificate that a test made for `localhost`, and the authority that it is from.
public struct ServerCertificate: Sendable {
    /// The authority's certificate, PEM.
    public let root: String
    /// Lines of `postgresql.conf`.
    public let settings: [String]

    /// Makes both in a folder that belongs to PostgreSQL's user, who then owns the key as well.
    public init(in folder: URL) throws {
        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
        root = path("root.pem")
        let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
        try PostgresPrograms.run(
            "openssl",
            ["req", "-x509", "-subj", "/CN=authority of a test", "-keyout", path("root.key"), "-out", root] + key
        )
        try PostgresPrograms.run(
            "openssl",
            [
                "req", "-x509", "-subj", "/CN=server of a test", "-addext", "subjectAltName=DNS:localhost",
                "-CA", root, "-CAkey", path("root.key"), "-keyout", path("server.key"), "-out", path("server.pem"),
            ] + key
        )
        settings = ["ssl = on", "ssl_cert_file = '\(path("server.pem"))'", "ssl_key_file = '\(path("server.key"))'"]
    }
}
