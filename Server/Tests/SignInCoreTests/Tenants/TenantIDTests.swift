import ChaveBase
import SignInModel
import Testing

struct TenantIDTests {
    @Test(
        arguments: [
            ("sandbox", true), ("a", true), ("7", true), ("loja-exemplo", true),
            (String(repeating: "a", count: 63), true),
            ("", false), ("-a", false), ("a-", false), ("A", false), ("a.b", false), ("a_b", false), ("ã", false),
            ("a\u{0}", false), (String(repeating: "a", count: 64), false),
        ]
    )
    func aTenantIsOneLabelOfADomainName(_ text: String, _ isOne: Bool) {
        #expect((TenantID(text) != nil) == isOne)
    }
}
