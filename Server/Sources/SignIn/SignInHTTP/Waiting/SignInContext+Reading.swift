import ChaveWire
import HTTPKernel
import Waiting

extension SignInContext {
    /// What is seen with its version, or 304 for a caller that has this version.
    ///
    /// The tag is a weak one (RFC 9110, section 8.8.1): the same version with fewer seconds left is another text.
    func answer(_ object: JSONObject, version: Int64) -> ServerAnswer {
        let isKnown = EntityTags.known(to: request).includes(version)
        var answer = isKnown ? ServerAnswer(status: 304) : ServerAnswer.object(object)
        answer.headers.append(("ETag", "W/" + EntityTags.tag(version)))
        answer.headers.append(("Cache-Control", "no-store"))
        return answer
    }
}
