/// Whether whoever asks is at this machine: a sandbox shows its secrets to nobody else.
struct OwnMachine {
    let baseURL: String

    /// Not somebody for whom a proxy or a tunnel on this machine asks.
    func asks(_ request: ServerRequest) -> Bool {
        let relayed = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "cf-connecting-ip"]
        return request.client?.isLoopback == true && SiteName(url: baseURL).isLoopback
            && !request.headers.contains { relayed.contains($0.name) }
    }
}
