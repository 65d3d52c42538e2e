# Runs a script that calls tools. Its clock and its random numbers come from the gate, so that the same script does the
# same when it is run again from its start.
import ast
import hashlib
import json
import os
import socket
import sys
import threading
import time

given = json.loads(os.environ.pop('TOOLGATE_SCRIPT'))


class ToolError(Exception):
    """A call that did not go well."""

    def __init__(self, code, message, suggestion=None, retryable=False):
        super().__init__(f'{code}: {message}' + (f'\n{suggestion}' if suggestion else ''))
        self.code, self.message, self.suggestion, self.retryable = code, message, suggestion, retryable


class Clock:
    """Stands still but for a millisecond each time it is looked at, and goes on when a tool has answered."""

    now = given['now']

    @classmethod
    def look(cls):
        cls.now += 1
        return cls.now - 1


class Tools:
    def __init__(self):
        self._channel = socket.socket(fileno=9)
        self._lock = threading.Lock()
        self._waiting = {}
        self._last = 0
        self._reader = None

    def __getattr__(self, name):
        if name.startswith('_'):
            raise AttributeError(name)
        return lambda *args, **named: self._call(name, args, named)

    def __getitem__(self, name):
        return lambda *args, **named: self._call(name, args, named)

    def find(self, query, limit=5):
        return self._call('find_tools', (), {'query': query, 'limit': limit})

    def _call(self, name, args, named):
        if len(args) > 1 or (args and not isinstance(args[0], dict)):
            raise TypeError(f'tools.{name} takes its arguments by name: tools.{name}(path=…)')
        slot = [threading.Event(), None]
        with self._lock:
            self._last += 1
            line = json.dumps({'id': self._last, 'name': name, 'args': {**(args[0] if args else {}), **named}}, allow_nan=False)
            self._waiting[self._last] = slot
            if self._reader is None:
                self._reader = threading.Thread(target=self._read, daemon=True)
                self._reader.start()
            try:
                self._channel.sendall(line.encode() + b'\n')
            except OSError:
                raise ToolError('ABORTED', 'The tools are gone') from None
        slot[0].wait()
        answer = slot[1]
        if answer is None:
            raise ToolError('ABORTED', 'The tools are gone')
        if answer['ok']:
            return answer.get('value')
        raise ToolError(**answer['error'])

    def _read(self):
        try:
            with self._channel.makefile('r', encoding='utf-8') as lines:
                for line in lines:
                    answer = json.loads(line)
                    Clock.now = max(Clock.now, answer['at'])
                    slot = self._waiting.pop(answer['id'])
                    slot[1] = answer
                    slot[0].set()
        except (OSError, ValueError):
            pass
        for slot in self._waiting.values():
            slot[0].set()


def settle():
    """Time and chance as they were given."""
    state = {'count': 0, 'left': b''}

    def chance(size):
        while len(state['left']) < size:
            state['left'] += hashlib.sha256(f"{given['seed']} {state['count']}".encode()).digest()
            state['count'] += 1
        made, state['left'] = state['left'][:size], state['left'][size:]
        return made

    os.urandom = chance
    import random

    random._urandom = chance
    random.seed(given['seed'])
    time.time = lambda: Clock.look() / 1000
    time.time_ns = lambda: Clock.look() * 1_000_000
    import datetime

    class Kind(type):
        def __instancecheck__(cls, value):
            return isinstance(value, cls.__mro__[1])

    class DateTime(datetime.datetime, metaclass=Kind):
        @classmethod
        def now(cls, tz=None):
            return cls.fromtimestamp(time.time(), tz)

        @classmethod
        def today(cls):
            return cls.now()

        @classmethod
        def utcnow(cls):
            return cls.now(datetime.timezone.utc).replace(tzinfo=None)

    class Date(datetime.date, metaclass=Kind):
        @classmethod
        def today(cls):
            return cls.fromtimestamp(time.time())

    datetime.datetime, datetime.date = DateTime, Date


def returns(node):
    """Whether something outside of every function returns."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
        return False
    return isinstance(node, ast.Return) or any(returns(child) for child in ast.iter_child_nodes(node))


def run(source):
    """A script may return, as if it were the body of a function."""
    tree = ast.parse(source, '<code>')
    scope = {'__name__': '__main__', '__builtins__': __builtins__, 'tools': Tools(), 'ToolError': ToolError}
    if not returns(tree):
        exec(compile(tree, '<code>', 'exec'), scope)
        return None
    body = ast.parse('def main(): pass')
    body.body[0].body = tree.body
    exec(compile(ast.fix_missing_locations(body), '<code>', 'exec'), scope)
    return scope['main']()


with open('__PROGRAM__', encoding='utf-8') as program:
    source = program.read()
settle()
result = run(source)
if result is not None:
    print(result if isinstance(result, str) else json.dumps(result, indent=2, ensure_ascii=False, default=str))
