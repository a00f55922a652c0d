"""What schemathesis cannot know of the shop: its own ids, and that the limits of one address are not what is judged."""

import json
import os
from itertools import count

import schemathesis

known = json.loads(os.environ["KNOWN"])
networks = count(1)
calls = open(os.environ["CALLS"], "a", buffering=1, encoding="utf-8")


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    """Half of the paths that could lead to something do; the other half name what is not there."""
    for name, values in known.items():
        given = (path_parameters or {}).get(name)
        if isinstance(given, str) and len(given) % 2 == 0:
            path_parameters[name] = values[sum(map(ord, given)) % len(values)]
    return path_parameters


@schemathesis.hook
def before_call(context, case, kwargs):
    """Each request comes from a network of its own."""
    network = next(networks)
    case.headers["X-Forwarded-For"] = f"10.{network >> 16 & 255}.{network >> 8 & 255}.{network & 255}"


@schemathesis.hook
def after_call(context, case, response):
    """Whoever counts what was called need not believe what the program says of itself."""
    calls.write(f"{case.operation.label}\n")
