"""
Attempts to get out of a sandbox, made the same way on the host and inside: `python3 main.py FACTS.json host|inside|plain`.
What could harm a machine that nothing stands before is made inside alone, and there only after a look at the root: it
must not be the host's. Prints one JSON line: {name: true | false | null}; true: it worked by its own account, null: not for this place.
What is meant to be seen on the host itself (files, contacts, processes) is judged there, not here.
"""
import ctypes
import json
import os
import sys
import time

# Each adds its attempts.
import files, network, processes, rights, kernel  # noqa: F401
from rights import NEW_NS
from tools import attempts, call, facts, place


def keep_mounts_apart():
    """Where nothing holds the program (the host, a plain process), what it mounts and unmounts must not reach the machine."""
    if call('unshare', NEW_NS) >= 0:
        call('mount', 0, ctypes.c_char_p(b'/'), 0, 0x44000, 0)


def wait(pid, seconds):
    deadline = time.time() + seconds
    while time.time() < deadline:
        if os.waitpid(pid, os.WNOHANG)[0] != 0:
            return True
        time.sleep(0.002)
    return False


def main():
    keep_mounts_apart()
    results = {}
    for aspect, name, function, on_host in attempts:
        if not on_host and (place != 'inside' or os.stat('/').st_dev == facts['rootDevice']):
            results[name] = {'aspect': aspect, 'worked': None}
            continue
        read_end, write_end = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(read_end)
            try:
                answer = function()
                text = 'null' if answer is None and name in NOT_HERE else json.dumps(True if answer is None else bool(answer))
            except (NameError, TypeError, AttributeError, SyntaxError) as error:
                text = '"broken"'
                print(name, repr(error), file=sys.stderr)
            except BaseException as error:
                text = 'false'
                print(name, repr(error), file=sys.stderr)
            os.write(write_end, text.encode())
            os._exit(0)
        os.close(write_end)
        ended = wait(pid, 60)
        if not ended:
            print(name, 'did not come to its end', file=sys.stderr)
        text = os.read(read_end, 16).decode() if ended else '"broken"'
        os.close(read_end)
        results[name] = {'aspect': aspect, 'worked': json.loads(text) if text else False}
    print(json.dumps(results))


#: Attempts that say None when they don't apply; any other that says nothing has come to its end, so it worked.
NOT_HERE = {'start_a_program_with_other_rights', 'calls_of_the_32_bit_kind', 'table_of_segments'}

main()
