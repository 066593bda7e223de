"""Chave on PostgreSQL: one node, and two nodes of one database, each with a load of its own."""

import concurrent.futures
import pathlib
import tempfile

import chave_payers
import three_calls
import uvloop
from postgres import Postgres
from processes import on_cores
from server import Server
from service import chave_load, shape


class Nodes:
    """So many servers over one PostgreSQL with its usual settings: each commit is synced before it is acknowledged."""

    def __init__(self, tools, count):
        self.folder = tempfile.TemporaryDirectory(prefix="chave-nodes-")
        home = pathlib.Path(self.folder.name)
        self.postgres, self.nodes = Postgres(home), []
        for number in range(count):
            (home / str(number)).mkdir()
            node = Server(tools.chave, home / str(number), "--database", self.postgres.url)
            node.data = home / "shared"  # the keys that all nodes have
            self.nodes.append(node)
        for node in self.nodes:
            # One service has one address: what a node signs, the other takes.
            node.arguments += ["--public-url", self.nodes[0].base_url]

    def __enter__(self):
        try:
            self.postgres.start()
            for node in self.nodes:
                node.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for node in self.nodes:
            node.end()
        self.postgres.end()
        self.folder.cleanup()

    @property
    def processes(self):
        """What takes part besides the load."""
        names = {f"node_{number + 1}": node.pid for number, node in enumerate(self.nodes)}
        return {**names, "postgres": self.postgres.process.pid}


def one_node(tools, sizes):
    with Nodes(tools, 1) as nodes:
        node = nodes.nodes[0]
        devices = chave_payers.enrolled(node, sizes.devices * chave_payers.DEVICES_A_LINE)

        async def calls():
            payers = await chave_payers.payers(node, devices)
            return await three_calls.flat_out(payers, sizes.authorize_each, nodes.processes)

        return {
            "authorize_flat_out": uvloop.run(calls()),
            "payments_flat_out": chave_load(
                node, *shape(sizes, concurrency=sizes.devices), cores=None, processes=nodes.processes
            ),
        }


def two_nodes(tools, sizes):
    with Nodes(tools, 2) as nodes, concurrent.futures.ThreadPoolExecutor(2) as pool:
        arguments = shape(sizes, concurrency=max(1, sizes.devices // 2))
        loads = pool.map(lambda node: chave_load(node, *arguments, cores=None, processes=nodes.processes), nodes.nodes)
        return {"payments_flat_out": list(loads)}


def run(tools, sizes):
    with on_cores(None):
        found = {"one": one_node(tools, sizes)}
        try:
            found["two"] = two_nodes(tools, sizes)
        except AssertionError as error:
            # What one node did is worth keeping.
            found["two"] = {"unmeasured": str(error)[:400]}
        return found
