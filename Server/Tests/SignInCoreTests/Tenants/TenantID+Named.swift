import ChaveBase
import SignInModel

extension TenantID {
    /// For a name that stands in a test.
    static func named(_ text: String) -> TenantID {
        guard let id = TenantID(text) else { preconditionFailure("a test names its tenants rightly") }
        return id
    }
}
