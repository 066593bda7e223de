# `make demo` and `make test` are the main commands; each installs missing programs first (scripts/setup).

.PHONY: help demo test serve directory bank initiator nodes docs manual api bench fuzz soak mutants format

help:
	@echo 'make demo     a Pix payment by biometrics, end to end, on this machine'
	@echo 'make test     everything that CI runs'
	@echo 'make serve    the server with its sandbox bank, until Ctrl-C'
	@echo 'make directory  a directory of Open Finance for development, until Ctrl-C; make bank: a bank on the wire beside it'
	@echo 'make initiator  registers, enrolls and pays there (docs/open-finance.md)'
	@echo 'make nodes    PostgreSQL, two nodes and nginx: pays, kills a node, goes on (scripts/two-nodes --keep: and it stays)'
	@echo 'make docs     the documentation of what apps link, as a site in .build/docs'
	@echo 'make manual   man pages, and completions for bash, zsh and fish, in .build/manual'
	@echo 'make api      records the public interface of the products in docs/api; what breaks callers must stand in the CHANGELOG'
	@echo 'make bench    the measurements of Benchmarks/README.md, release build'
	@echo 'make fuzz     five minutes of fuzzing for each reader (FOR=N for another time, in seconds)'
	@echo 'make soak     every fault at every point, an hour long (FOR=N for another time, in seconds; SEED=N to repeat one)'
	@echo 'make mutants  breaks each rule of Tests/Mutants in a copy; the test that holds it must fail (half an hour)'
	@echo 'make format   puts the sources into the house format'

demo:
	@scripts/run-chave demo

test:
	@scripts/test

serve:
	@scripts/run-chave serve --sandbox

directory:
	@scripts/run-chave directory serve

bank:
	@scripts/run-chave bank serve

initiator:
	@scripts/run-initiator

nodes:
	@scripts/two-nodes

docs:
	@scripts/test client-build
	@scripts/make-docs

manual:
	@scripts/build-chave
	@scripts/make-manual Server/.build/debug/chave .build/manual

api:
	@scripts/test client-build
	@scripts/check-api --write

bench:
	@Benchmarks/run

fuzz:
	@scripts/test client-build
	@Tests/Fuzzing/run --seconds $(or $(FOR),300)

soak:
	@scripts/test server-build
	@Tests/Processes/soak $(or $(FOR),3600) $(SEED)

mutants:
	@bash scripts/setup
	@scripts/mutants

format:
	@swift format format --in-place --recursive --parallel Package.swift Sources Tests Examples Server/Package.swift Server/Sources Server/Tests Benchmarks/Package.swift Benchmarks/Sources
