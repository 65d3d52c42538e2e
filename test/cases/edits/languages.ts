/** Text of kinds that the project itself has none of: indentation that means something, tabs, alignment, prose. */
export const LANGUAGES: readonly { readonly path: string; readonly text: string }[] = [
  {
    path: 'stock.py',
    text: `"""Stock of a small shop."""
import json
from pathlib import Path


class Stock:
    """What is there, by name."""

    def __init__(self, path: Path):
        self.path = path
        self.items = {}
        if path.exists():
            for name, count in json.loads(path.read_text()).items():
                if count > 0:
                    self.items[name] = count
                else:
                    print(f"nothing left of {name}")

    def take(self, name: str, count: int = 1) -> bool:
        if self.items.get(name, 0) < count:
            return False
        self.items[name] -= count
        return True

    def add(self, name: str, count: int = 1) -> None:
        self.items[name] = self.items.get(name, 0) + count

    def save(self) -> None:
        with self.path.open("w") as file:
            json.dump(self.items, file, indent=2)
            file.write("\\n")


def report(stock: Stock) -> str:
    rows = []
    for name, count in sorted(stock.items.items()):
        rows.append(f"{name:<20} {count:>5}")
        if count < 3:
            rows.append(f"{'':<20} order more")
    return "\\n".join(rows)


if __name__ == "__main__":
    stock = Stock(Path("stock.json"))
    stock.add("apples", 3)
    stock.add("pears")
    print(report(stock))
    stock.save()
`,
  },
  {
    path: 'server.go',
    text: `package main

import (
	"fmt"
	"log"
	"net/http"
	"sync"
)

type counter struct {
	mu    sync.Mutex
	seen  map[string]int
	total int64 // of all paths
}

func (c *counter) count(path string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seen == nil {
		c.seen = make(map[string]int)
	}
	c.seen[path]++
	c.total++
	return c.seen[path]
}

func main() {
	hits := &counter{}
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		n := hits.count(r.URL.Path)
		if n > 1000 {
			http.Error(w, "too many", http.StatusTooManyRequests)
			return
		}
		switch r.Method {
		case http.MethodGet:
			fmt.Fprintf(w, "visit %d of %q\\n", n, r.URL.Path)
		case http.MethodHead:
			w.WriteHeader(http.StatusOK)
		default:
			http.Error(w, "no such method", http.StatusMethodNotAllowed)
		}
	})
	log.Fatal(http.ListenAndServe(":8080", nil))
}
`,
  },
  {
    path: 'Makefile',
    text: `CC      = gcc
CFLAGS  = -O2 -Wall
LDFLAGS =
OBJECTS = main.o parse.o print.o

all: program

program: $(OBJECTS)
	$(CC) $(LDFLAGS) -o $@ $(OBJECTS)

%.o: %.c parse.h
	$(CC) $(CFLAGS) -c $<

test: program
	./program < test/input > test/output
	diff test/output test/expected
	@echo "all the same"

clean:
	rm -f program $(OBJECTS)
	rm -rf test/output

.PHONY: all test clean
`,
  },
  {
    path: 'install.sh',
    text: `#!/bin/sh
# Puts the program where the user keeps programs.
set -eu

target="\${1:-$HOME/.local/bin}"
if [ ! -d "$target" ]; then
  echo "making $target"
  mkdir -p "$target"
fi

for name in one two three; do
  if [ -e "$target/$name" ] && [ "\${FORCE:-}" != yes ]; then
    echo "$name is there already" >&2
    continue
  fi
  cp "bin/$name" "$target/$name"
  chmod 755 "$target/$name"
done

case ":$PATH:" in
  *":$target:"*)
    echo "ready"
    ;;
  *)
    echo "add $target to your PATH"
    ;;
esac
`,
  },
  {
    path: 'notes.md',
    text: `# Notes on the trip

We left early, before the others were awake. The road was empty and the hills were blue.

## What we took

- bread, cheese and two bottles of water
- the old map, though it is wrong about the bridge
- a rope
  - the short one, not the one from the boat
  - it was not needed

## The first day

1. Up to the lake: three hours.
2. Around it: one hour, with a stop at the hut.
3. Down again by the other side.

> “It looks steeper from here,” she said – and it was.

| place | height | hours |
| ----- | -----: | ----: |
| hut   |  1,420 |   2.5 |
| lake  |  1,780 |     3 |
| pass  |  2,105 |   4.5 |

The second day we stayed. It rained, the fire went out twice, and nobody wanted to go on.
`,
  },
  {
    path: 'compose.yml',
    text: `services:
  web:
    image: example/web:1.4
    ports:
      - "8080:80"
    environment:
      LOG_LEVEL: info
      WORKERS: "4"
    depends_on:
      - database
  worker:
    image: example/worker:1.4
    environment:
      LOG_LEVEL: info
      QUEUE: default
    depends_on:
      - database
      - cache
  database:
    image: postgres:16
    volumes:
      - data:/var/lib/postgresql/data
  cache:
    image: redis:7
volumes:
  data: {}
`,
  },
];
