"""The network between a node and its database, which can fall silent and break."""

import socket
import struct
import threading

RESET = struct.pack("ii", 1, 0)  # SO_LINGER by which a close sends RST


class Relay:
    """Takes connections on `port` for `to`, both ports of this machine; without a port it takes a free one.

    While it is cut, nothing passes in either direction, not even the end of a connection. Bytes sent meanwhile arrive
    when it mends, as after TCP's own retransmissions.
    """

    def __init__(self, to, port=0):
        self.to = to
        self.listener = socket.create_server(("127.0.0.1", port))
        self.port = self.listener.getsockname()[1]
        self.flows = threading.Event()
        self.flows.set()
        self.lock, self.open = threading.Lock(), set()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self):
        self.flows.clear()

    def mend(self):
        self.flows.set()

    def break_off(self):
        """Resets every connection on both sides, without the bytes in transit; then the relay works again."""
        with self.lock:
            gone, self.open = self.open, set()
        for one in gone:
            try:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()
        self.flows.set()

    def end(self):
        self.listener.close()
        self.break_off()

    def _accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._join, args=[near], daemon=True).start()

    def _join(self, near):
        self.flows.wait()
        try:
            far = socket.create_connection(("127.0.0.1", self.to), timeout=10)
        except OSError:
            near.close()
            return
        far.settimeout(None)
        for one in (near, far):
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with self.lock:
            self.open |= {near, far}
        back = threading.Thread(target=self._copy, args=[far, near], daemon=True)
        back.start()
        self._copy(near, far)
        back.join()
        with self.lock:
            self.open -= {near, far}
        near.close()
        far.close()

    def _copy(self, source, target):
        try:
            while data := source.recv(1 << 16):
                self.flows.wait()
                target.sendall(data)
            self.flows.wait()
            target.shutdown(socket.SHUT_WR)
        except OSError:
            # The other direction ends too: its reader gets the end.
            for one in (source, target):
                try:
                    one.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
