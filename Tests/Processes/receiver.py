"""A merchant's endpoint for webhooks."""

import http.server
import threading


class Receiver:
    """An endpoint on loopback; `act` answers each request, and everything that came is kept.

    With `keeps_alive` a connection stays for the next request, as at most endpoints.
    """

    def __init__(self, act=lambda handler: handler.answer(204), keeps_alive=False):
        self.arrivals, self.lock = [], threading.Lock()
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1" if keeps_alive else "HTTP/1.0"

            def do_POST(self):
                length = int(self.headers.get("Content-Length", "0"))
                body = self.rfile.read(length)
                if len(body) < length:  # the sender was killed on the way: nothing arrived
                    self.close_connection = True
                    return
                with receiver.lock:
                    receiver.arrivals.append(({k.lower(): v for k, v in self.headers.items()}, body))
                receiver.act(self)

            def answer(self, status, **headers):
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.act = act
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        self.secret = None

    @property
    def got(self):
        with self.lock:
            return list(self.arrivals)

    def ids(self):
        return {headers["webhook-id"] for headers, _ in self.got}
