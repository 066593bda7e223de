import App2App
import Testing

@Suite
struct LoopbackOriginTests {
    @Test(arguments: ["http://localhost:8080", "http://127.0.0.1:1", "http://[::1]:65535"])
    func thisMachineIsTaken(_ text: String) {
        #expect(LoopbackOrigin(text)?.description == text)
    }

    @Test(arguments: [
        "", "http://", "http://localhost", "http://localhost:", "http://localhost:0", "http://localhost:65536",
        "http://localhost:08080", "http://localhost:+80", "http://localhost:8080/", "http://localhost:8080/a",
        "http://localhost:8080?x", "http://localhost:8080#x", "https://localhost:8080", "HTTP://localhost:8080",
        "http://LOCALHOST:8080", "http://localhost.:8080", "http://localhost.evil.example:8080",
        "http://a@localhost:8080", "http://localhost:8080@evil.example", "http://127.1:8080", "http://127.0.0.2:8080",
        "http://0.0.0.0:8080", "http://2130706433:8080", "http://[::]:8080", "http://[0:0:0:0:0:0:0:1]:8080",
        "http://192.168.0.1:8080", "http://evil.example:8080", "http:/localhost:8080", "//localhost:8080",
        "localhost:8080", "http://localhost:٨٠", " http://localhost:8080", "http://localhost:8080 ",
    ])
    func nothingElseIs(_ text: String) {
        #expect(LoopbackOrigin(text) == nil)
    }
}
