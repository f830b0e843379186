#!/usr/bin/env python3
"""A bot for Wabe that plays by lot. Standard library only.

    bot.py http://127.0.0.1:8080 zange            opens a table against level 1
    bot.py http://127.0.0.1:8080 --table ID       sits down at somebody's table
"""
import json, random, sys
from contextlib import suppress
from urllib.error import HTTPError
from urllib.request import Request, urlopen

class Server:
    def __init__(self, address):
        self.address, self.headers = address.rstrip("/"), {}
        self.headers["Authorization"] = "Bearer " + self.ask("/api/keys", {})["key"]

    def open(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        return urlopen(Request(self.address + path, data, self.headers))

    def ask(self, path, body=None):
        with self.open(path, body) as answer:
            return json.load(answer)

def play(server, table):
    """Plays by lot until the game is over; returns the result."""
    with server.open(f"/api/tables/{table}/stream") as lines:
        for number, line in enumerate(lines):
            message = json.loads(line) if line.strip() else {}
            view = message["table"] if "table" in message else view | message.get("change", {})
            if view["phase"] in ("over", "aborted"):
                return view["result"]
            if message.get("type") in ("table", "news") and view["legal"]:
                action = random.choice(view["legal"])["text"]
                command = {"id": f"act-{number}", "do": "act", "action": action}
                with suppress(HTTPError):  # the table has moved on: more news are coming
                    server.ask(f"/api/tables/{table}/do", command | {"length": view["length"]})

if __name__ == "__main__":
    server = Server(sys.argv[1])
    if sys.argv[2] == "--table":
        table = sys.argv[3]
        seats = server.ask(f"/api/tables/{table}")["table"]["seats"]
        seat = next(seat["seat"] for seat in seats if seat["who"] == "open")
        sit = {"id": "sit", "do": "sit", "seat": seat, "name": "Bot"}
        server.ask(f"/api/tables/{table}/do", sit)
    else:
        seats = [{"who": "me", "name": "Bot"}, {"who": "program", "level": "level:1"}]
        table = server.ask("/api/tables", {"spec": sys.argv[2], "seats": seats})["id"]
    print(table, play(server, table))
