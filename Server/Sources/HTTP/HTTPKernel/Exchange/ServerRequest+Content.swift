extension ServerRequest {
    /// What the body says to be, in lower case and without parameters; empty where it does not say.
    package var mediaType: String {
        let type = header("content-type") ?? ""
        return type.split(separator: ";", omittingEmptySubsequences: false)[0].trimmingSpaces().lowercased()
    }

    /// Whether the body would have to be unpacked, which nothing ever is: a small body must not become a large one.
    package var isCoded: Bool {
        headers.contains { $0.name == "content-encoding" && $0.value.lowercased() != "identity" }
    }
}
