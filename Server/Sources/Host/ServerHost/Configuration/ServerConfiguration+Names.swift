import HTTPKernel

extension ServerConfiguration {
    /// Whether sign-in's limits per client address must watch for an unknown proxy.
    var watchesForProxies: Bool { hasSignIn && proxies.isEmpty }

    /// A warning before the first request: the settings alone show that a proxy speaks TLS for this server.
    public var proxyRisk: String? {
        guard watchesForProxies, tls == nil, publicBaseURL?.hasPrefix("https://") == true else { return nil }
        return "the public address is https and this server speaks http, so a proxy stands before it: to sign-in all "
            + "clients are one. Set --trusted-proxy (CHAVE_TRUSTED_PROXY) to the proxy's address"
    }

    /// The names of this server on all its listeners.
    var names: ServerNames {
        let listeners = [address] + (metricsListener.map { [$0.address] } ?? [])
        let signIn = signInURL.map { [String(SiteName(url: $0).bareHost)] } ?? []
        return ServerNames(baseURL: baseURL, others: listeners + signIn + hostNames)
    }
}
