import Foundation
import Testing

/// A small real server on loopback, which answers as its paths say.
final class LoopbackServer: @unchecked Sendable {
    // Unchecked: started before a test sees it, ended when it goes.
    let port: Int
    private let process = Process()

    private static let script = #"""
        import gzip, http.server, json, sys, threading, time
        made, scripted, bomb = {}, {}, []
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def log_message(self, *rest): pass
            def answer(self, status, body=b"", **headers):
                self.send_response(status)
                for name, value in headers.items(): self.send_header(name.replace("_", "-"), value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            def endless(self, status, chunk, pause=0, **headers):
                self.send_response(status)
                for name, value in headers.items(): self.send_header(name.replace("_", "-"), value)
                self.send_header("Transfer-Encoding", "chunked"); self.end_headers()
                piece = b"%x\r\n" % len(chunk) + chunk + b"\r\n"
                try:
                    while True: self.wfile.write(piece); time.sleep(pause)
                except OSError: pass
            def cut(self, body):
                # The work is done; of the answer half arrives.
                self.send_response(201); self.send_header("Content-Length", str(len(body))); self.end_headers()
                self.wfile.write(body[:len(body) // 2]); self.wfile.flush()
                self.close_connection = True; self.connection.close()
            def create(self, key):
                tries = made.setdefault(key, {"tries": 0})
                tries["tries"] += 1
                if sum(each["tries"] for each in made.values()) <= scripted["cuts"]: self.cut(scripted["answer"])
                else: self.answer(201, scripted["answer"])
            def do(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                if self.path == "/echo": self.answer(200, body, X_Method=self.command, X_Cookie=self.headers.get("Cookie") or "none", Set_Cookie="a=b")
                elif self.path == "/redirect": self.answer(302, Location="/echo")
                elif self.path == "/denied": self.answer(401, b"[]", WWW_Authenticate='Basic realm="x"')
                elif self.path == "/none": self.send_response(204); self.end_headers()
                elif self.path == "/slow": time.sleep(60)
                elif self.path == "/drop": self.close_connection = True; self.connection.close()
                elif self.path == "/cut": self.cut(b"x" * 1000)
                elif self.path == "/big": self.answer(200, b"x" * 100000)
                elif self.path == "/endless": self.endless(200, b"x" * (1 << 20))
                elif self.path == "/endless-refusal": self.endless(500, b"x" * (1 << 20))
                elif self.path == "/endless-redirect": self.endless(302, b"x", 0.01, Location="/echo")
                elif self.path == "/bomb" and not bomb: bomb.append(gzip.compress(bytes(1 << 26))); self.do()
                elif self.path == "/bomb": self.answer(200, bomb[0], Content_Encoding="gzip")
                elif self.path.startswith("/script/"): scripted.update(cuts=int(self.path[8:]), answer=body); self.answer(204)
                elif self.path == "/made": self.answer(200, json.dumps(list(made.items())).encode())
                elif self.path == "/payments/br/payment-intents/": self.create(self.headers["Idempotency-Key"])
                else: self.answer(404)
            do_GET = do_POST = do
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        print(server.server_address[1], flush=True)
        threading.Thread(target=lambda: (sys.stdin.read(), server.shutdown()), daemon=True).start()
        server.serve_forever()
        """#

    init() throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", Self.script]
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = Pipe()
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte != Data("\n".utf8) {
            line += byte
        }
        port = try #require(Int(String(decoding: line, as: UTF8.self)))
    }

    deinit { process.terminate() }

    func url(_ path: String, host: String = "127.0.0.1") -> String { "http://\(host):\(port)\(path)" }
}
