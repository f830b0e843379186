#!/usr/bin/env python3
"""A bot for Wabe that plays by lot. Standard library only.

    bot.py http://127.0.0.1:8080 zange            opens a table against level 1
    bot.py http://127.0.0.1:8080 --table ID       sits down at somebody's table
"""
import json
import random
import sys
import urllib.request


class Server:
    def __init__(self, address):
        self.address, self.key = address.rstrip("/"), None
        self.key = self.ask("/api/keys", {})["key"]

    def open(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data)
        if self.key:
            request.add_header("Authorization", "Bearer " + self.key)
        return urllib.request.urlopen(request)

    def ask(self, path, body=None):
        with self.open(path, body) as answer:
            return json.load(answer)


def play(server, table):
    """Plays by lot until the game is over; returns the result."""
    with server.open(f"/api/tables/{table}/stream") as lines:
        for number, line in enumerate(lines):
            message = json.loads(line) if line.strip() else {"type": "nothing"}
            if message["type"] == "table":
                view = message["table"]
            elif message["type"] == "news":
                view.update(message["change"])
            if view["phase"] in ("over", "aborted"):
                return view["result"]
            if message["type"] in ("table", "news") and view["legal"]:
                action = random.choice(view["legal"])["text"]
                command = {"id": str(number), "do": "act", "action": action}
                server.ask(f"/api/tables/{table}/do", command | {"length": view["length"]})


if __name__ == "__main__":
    server = Server(sys.argv[1])
    if sys.argv[2] == "--table":
        table = sys.argv[3]
        view = server.ask(f"/api/tables/{table}")["table"]
        seat = next(seat["seat"] for seat in view["seats"] if seat["who"] == "open")
        server.ask(f"/api/tables/{table}/do", {"id": "sit", "do": "sit", "seat": seat, "name": "Bot"})
    else:
        seats = [{"who": "me", "name": "Bot"}, {"who": "program", "level": "level:1"}]
        table = server.ask("/api/tables", {"spec": sys.argv[2], "seats": seats})["id"]
    print(table, play(server, table))
