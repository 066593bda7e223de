extension Route {
    /// What the limits make of a request on this route.
    func admissionClass(_ request: ServerRequest) -> Admission.Class {
        if place.method == "GET" {
            guard isWaiting else { return .read }
            return request.asksToWait ? .waiting : .polled
        }
        let isApproval = place.template.hasSuffix("/authorize/") || place.template.hasSuffix("/confirm/")
        return isApproval ? .approval : .write
    }
}

extension ServerRequest {
    /// `Prefer: wait=N` (RFC 7240), among other preferences or alone.
    fileprivate var asksToWait: Bool {
        headers.contains { field in
            field.name == "prefer"
                && field.value.split(separator: ",").contains { preference in
                    preference.split(separator: "=", maxSplits: 1).first?.trimmingSpaces().lowercased() == "wait"
                }
        }
    }
}
