"""A kept-alive HTTP/1.1 connection that takes little of the load's own processor time: requests are bytes made
beforehand."""

import asyncio


def request(method, path, headers, body=b""):
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    if body or method == "POST":
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


class Refused(Exception):
    """An answer that is not the expected one."""


class Line(asyncio.Protocol):
    """One connection; one request at a time."""

    def __init__(self):
        self.transport = self.waiter = None
        self.buffer, self.body, self.needed = bytearray(), 0, None

    @classmethod
    async def open(cls, port):
        _, line = await asyncio.get_running_loop().create_connection(cls, "127.0.0.1", port)
        return line

    def connection_made(self, transport):
        self.transport = transport

    def connection_lost(self, error):
        if self.waiter is not None and not self.waiter.done():
            self.waiter.set_exception(error or ConnectionError("the server closed the connection"))

    def data_received(self, data):
        self.buffer += data
        if self.needed is None:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            head = bytes(self.buffer[:end]).lower()
            start = head.find(b"\r\ncontent-length:")
            length = int(head[start + 17 :].split(b"\r\n", 1)[0]) if start >= 0 else 0
            if b"\r\ntransfer-encoding:" in head:
                raise ValueError("a chunked answer")
            self.body, self.needed = end + 4, end + 4 + length
        if len(self.buffer) >= self.needed and self.waiter is not None and not self.waiter.done():
            status, body = int(self.buffer[9:12]), bytes(self.buffer[self.body : self.needed])
            del self.buffer[: self.needed]
            self.needed = None
            self.waiter.set_result((status, body))

    async def call(self, data):
        """The answer's status and body."""
        self.waiter = asyncio.get_running_loop().create_future()
        self.transport.write(data)
        return await self.waiter

    async def ask(self, data, *expected):
        """The body of an answer whose status is one of the expected."""
        status, body = await self.call(data)
        if status not in expected:
            raise Refused(f"{data.split(b' HTTP', 1)[0].decode()}: {status} {body[:300].decode(errors='replace')}")
        return body

    def close(self):
        self.transport.close()
