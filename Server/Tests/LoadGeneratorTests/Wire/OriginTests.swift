import ChaveTransport
import NIOCore
import Testing

@testable import LoadGenerator

@Suite struct OriginTests {
    @Test(arguments: [
        ("http://localhost:8080/a/b?c=d", Origin(isSecure: false, host: "localhost", port: 8_080), "/a/b?c=d"),
        ("https://pay.example", Origin(isSecure: true, host: "pay.example", port: 443), "/"),
        ("http://[::1]:80/x#part", Origin(isSecure: false, host: "[::1]", port: 80), "/x"),
        ("https://[::1]/", Origin(isSecure: true, host: "[::1]", port: 443), "/"),
    ])
    func anAddressIsSplit(_ url: String, _ origin: Origin, _ target: String) throws {
        let found = try #require(Origin.split(url))
        #expect(found.origin == origin && found.target == target)
    }

    @Test(arguments: [
        "", "localhost", "ftp://a/", "http://", "http:///x", "http://a:0/", "http://a:x/", "http://a:70000/",
        "http://a b/",
        "http://a/b c", "http://a/b\r\nHost: c", "http://user@a/", "http://a?x=1",
    ])
    func whatIsNoAddressIsNone(_ url: String) {
        #expect(Origin.split(url) == nil)
    }

    @Test func theHostFieldHasNoPortThatGoesWithoutSaying() {
        #expect(Origin(isSecure: true, host: "a", port: 443).authority == "a")
        #expect(Origin(isSecure: true, host: "a", port: 80).authority == "a:80")
        #expect(Origin(isSecure: false, host: "[::1]", port: 80).name == "::1")
    }

    private func bytes(_ request: HTTPRequest) -> String? {
        var buffer = ByteBuffer()
        let origin = Origin(isSecure: false, host: "a", port: 8_080)
        return RequestBytes.write(request, "/x", to: origin, into: &buffer) ? String(buffer: buffer) : nil
    }

    @Test func aRequestIsOneBuffer() {
        let get = HTTPRequest(method: .get, url: "", headers: ["Accept": "a/b"])
        #expect(bytes(get) == "GET /x HTTP/1.1\r\nHost: a:8080\r\nAccept: a/b\r\n\r\n")
        let post = HTTPRequest(method: .post, url: "", body: Array("{}".utf8))
        #expect(bytes(post) == "POST /x HTTP/1.1\r\nHost: a:8080\r\nContent-Length: 2\r\n\r\n{}")
        #expect(bytes(HTTPRequest(method: .post, url: ""))?.hasSuffix("\r\nContent-Length: 0\r\n\r\n") == true)
    }

    @Test(arguments: [("A: b", "c"), ("", "c"), ("A b", "c"), ("A", "b\r\nC: d"), ("A", "b\nc"), ("A", "\u{0}")])
    func aFieldCannotBecomeTwo(_ name: String, _ value: String) {
        var request = HTTPRequest(method: .get, url: "")
        request.headers[name] = value
        #expect(bytes(request) == nil)
    }
}
