import HTTPKernel

extension ServerConfiguration {
    /// Whether a proxy would change what sign-in's limits count by.
    var watchesForProxies: Bool { hasSignIn && proxies.isEmpty }

    /// Said before the first request: the settings alone tell that something else speaks TLS for this server.
    public var proxyRisk: String? {
        guard watchesForProxies, tls == nil, publicBaseURL?.hasPrefix("https://") == true else { return nil }
        return "the public address is https and this server speaks http, so a proxy stands before it: to sign-in all "
            + "clients are one. Set --trusted-proxy (CHAVE_TRUSTED_PROXY) to the proxy's address"
    }

    /// The names of this server on all its doors.
    var names: ServerNames {
        let listeners = [address] + (metricsListener.map { [$0.address] } ?? [])
        let signIn = signInURL.map { [String(SiteName(url: $0).bareHost)] } ?? []
        return ServerNames(baseURL: baseURL, others: listeners + signIn + hostNames)
    }
}
