"""The result of an ended command."""


def one_line(done, *parts):
    """One line on standard error with all of `parts`, nothing on standard output, and no type names or dumps."""
    lines = done.stderr.strip().splitlines()
    return (
        len(lines) == 1
        and not done.stdout
        and all(part.lower() in lines[0].lower() for part in parts)
        and '("' not in lines[0]
    )


def wrong_argument(done, *parts):
    """Exit code 64; the first line names the error, the others show the usage."""
    first = done.stderr.splitlines()[0] if done.stderr else ""
    return (
        done.returncode == 64
        and first.startswith("Error: ")
        and all(part.lower() in first.lower() for part in parts)
        and "See 'chave" in done.stderr
    )


def shown(done):
    return f"exit {done.returncode}; {done.stdout[:300]!r}; {done.stderr[:500]!r}"
