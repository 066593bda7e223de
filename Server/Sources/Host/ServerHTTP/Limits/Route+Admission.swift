extension Route {
    /// What the limits make of a request on this route.
    func admissionClass(_ request: ServerRequest) -> Admission.Class {
        if place.method == "GET" {
            guard isWaiting else { return .read }
            // As the route will read it: a wait of nothing, or of what is no number, is held by nobody.
            return (Preferences(of: request).waitSeconds(atMost: 1) ?? 0) > 0 ? .waiting : .polled
        }
        let isApproval = place.template.hasSuffix("/authorize/") || place.template.hasSuffix("/confirm/")
        return isApproval ? .approval : .write
    }
}
