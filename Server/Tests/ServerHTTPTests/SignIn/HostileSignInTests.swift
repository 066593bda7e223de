import ChaveBase
import ChaveWire
import Pages
import SignInCore
import SignInModel
import Testing

@testable import ServerHost
@testable import SignInHTTP

/// Nonsense at every address: nothing traps, nothing is our fault, every answer has the one form.
struct HostileSignInTests {
    private static let texts = [
        "", " ", "\0", "%00", "\u{202E}", "'; DROP TABLE records; --", "<script>alert(1)</script>", "../../etc/passwd",
        "{{7*7}}", "\r\nSet-Cookie: a=b", "null", "-1", "9223372036854775808", "1e400",
        String(repeating: "a", count: 60_000), String(repeating: "%41", count: 9_000),
        String(repeating: "[", count: 20_000), String(repeating: "&", count: 20_000),
        String(repeating: "a=b&", count: 9_000), #"{"a":"# + String(repeating: "[", count: 5_000),
    ]

    private static func bodies(_ text: String) -> [[UInt8]] {
        let json = JSONValue.string(text).text
        return [
            Array(text.utf8), Array(text.utf8) + [0xFF, 0xFE], Array("client_id=\(text)&token=\(text)".utf8),
            Array(
                #"{"token":\#(json),"csr":\#(json),"device_name":\#(json),"code":\#(json),"tenant_id":\#(json)}"#.utf8
            ),
            Array(#"{"external_id":\#(json),"name":\#(json),"redirect_uris":[\#(json)],"pairing_id":\#(json)}"#.utf8),
        ]
    }

    @Test(arguments: ["application/x-www-form-urlencoded", "application/json", "text/html"])
    func nonsenseIsRefusedInForm(_ type: String) async throws {
        try await withSignIn { rig in
            for text in Self.texts {
                let isShort = text.utf8.count < 1_000
                for (path, methods) in SignInAddressTests.addresses {
                    for method in methods where method != "GET" || isShort {
                        for body in Self.bodies(text) {
                            var call = Call(method: method, target: path, body: body)
                            call.headers = [("Content-Type", type)]
                            try await Self.expectAnswer(rig, call)
                            try await Self.expectAnswer(rig, call.bearer(rig.apiToken))
                        }
                    }
                }
            }
        }
    }

    @Test func nonsenseInPathsQueriesAndHeadersIsRefusedInForm() async throws {
        try await withSignIn { rig in
            for text in Self.texts where text.utf8.count < 20_000 {
                let part = text.isEmpty ? "x" : PercentEncoding.encode(text)
                for (path, methods) in SignInAddressTests.addresses {
                    let filled = path.split(separator: "x", omittingEmptySubsequences: false).joined(separator: part)
                    for method in methods {
                        for target in [filled, "/t/\(part)\(path)", "\(path)?\(text)", "\(path)?page_token=\(part)"] {
                            let call = Call(method: method, target: target)
                            try await Self.expectAnswer(rig, call.bearer(rig.apiToken))
                            try await Self.expectAnswer(rig, call.with("Authorization", text).with("DPoP", text))
                        }
                    }
                }
                try await Self.expectAnswer(rig, .get("/t/\(rig.home.text)/bind?token=\(part)"))
                try await Self.expectAnswer(rig, .get("/t/\(rig.home.text)/bind?\(text)"))
                try await Self.expectAnswer(rig, .get("/t/\(part)/.well-known/openid-configuration"))
            }
        }
    }

    /// A refusal in form, or one of the few answers that nonsense is good enough for.
    private static func expectAnswer(_ rig: SignInRig, _ call: Call) async throws {
        let reply = try await rig.send(call)
        let comment: Comment = "\(call.method) \(call.target.prefix(200)): \(reply.status) \(reply.text)"
        guard rig.face.answers(SignInRig.request(call)) else { return }
        #expect(reply.status < 500, comment)
        guard reply.status >= 400 else { return }
        expectSignInForm(reply, at: comment)
        let sent = String(decoding: call.body, as: UTF8.self)
        #expect(sent.utf8.count < 30 || !reply.text.contains(sent), comment)
    }
}
