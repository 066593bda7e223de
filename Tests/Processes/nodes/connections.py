"""How clients reach nodes behind nginx."""

from wallet import Connection, Unreachable


class ByNumber(Connection):
    """By IPv4 alone: another program may listen at localhost's other address with this port."""

    def __init__(self, base_url, timeout=30):
        super().__init__(base_url, timeout)
        self.host = "127.0.0.1"


class Behind(ByNumber):
    """nginx's response for a dead node is not ours: the outcome of the request is unknown."""

    def _send(self, method, path, headers, body=None):
        answer = super()._send(method, path, headers, body)
        if answer.status in (502, 504):
            raise Unreachable(f"{method} {path}: {answer.status}")
        return answer


class OnceBehind(ByNumber):
    """A connection for each request, each of them sent once; 502 counts as what it is."""

    def _send(self, method, path, headers, body=None):
        self.close()
        try:
            return super()._send(method, path, headers, body)
        finally:
            self.close()
