"""nginx before several nodes, as in production: it passes each request to one of them, or to the next if that one is
down."""

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

from server import free_port

CONFIGURATION = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
worker_rlimit_nofile 4096;
events {{ worker_connections 2048; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    upstream nodes {{ {nodes} }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://nodes;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_next_upstream error timeout non_idempotent;
            proxy_connect_timeout 1s;
            proxy_next_upstream_timeout 40s;
            proxy_read_timeout 60s;
        }}
    }}
}}
"""


class Front:
    """A request that a node broke off goes to the next one, a POST too: it carries its idempotency key with it.

    nginx does not ask nodes whether they are ready, so a node that closes its socket may have connections in its queue.
    """

    def __init__(self, folder, ports):
        self.port = free_port()
        self.base_url = f"http://localhost:{self.port}"
        self.folder = pathlib.Path(folder) / "nginx"
        self.folder.mkdir()
        # A node that was not there is tried again at once: it may be back.
        nodes = " ".join(f"server 127.0.0.1:{node} max_fails=0;" for node in ports)
        text = CONFIGURATION.format(folder=self.folder, nodes=nodes, port=self.port)
        (self.folder / "nginx.conf").write_text(text)
        self.process = None

    def start(self):
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        if not os.access(program, os.X_OK):
            raise AssertionError("nginx is not there: scripts/setup test installs it")
        self.process = subprocess.Popen(
            [program, "-p", str(self.folder), "-c", str(self.folder / "nginx.conf"), "-e", str(self.folder / "start.log")],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and self.process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.02)
        raise AssertionError("nginx does not listen: " + (self.folder / "start.log").read_text()[-600:])

    def end(self):
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(30)
