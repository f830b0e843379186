/**
 * The real server on a free port, with a data folder of its own.
 */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const BINARY = process.env.WABE_BIN ?? resolve(import.meta.dirname ?? ".", "../../../target/release/wabe");

/** A port that nobody uses now. */
function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

export class Server {
  static async start() {
    const server = new Server();
    server.data = await mkdtemp(join(tmpdir(), "wabe-browser-"));
    server.port = await freePort();
    server.url = `http://127.0.0.1:${server.port}`;
    await server.run();
    return server;
  }

  /** Starts the process and waits until it answers. */
  async run() {
    this.process = spawn(BINARY, ["serve", "--listen", `127.0.0.1:${this.port}`, "--data", this.data], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    const began = Date.now();
    for (;;) {
      const answer = await fetch(`${this.url}/readyz`).catch(() => null);
      if (answer?.ok) return;
      if (this.process.exitCode !== null) throw new Error(`the server ended with ${this.process.exitCode}`);
      if (Date.now() - began > 20000) throw new Error("the server does not answer");
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  /** Ends the process at once, as a power cut would. */
  async kill() {
    const ended = new Promise((done) => this.process.once("exit", done));
    this.process.kill("SIGKILL");
    await ended;
  }

  async stop() {
    if (this.process.exitCode === null && this.process.signalCode === null) await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }
}
