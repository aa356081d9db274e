// A client in Node.js, without a package: plays a whole game of any rule set, and tells how it ended.
// node client.mjs ENGINE [RULE SET]
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const engine = spawn(process.argv[2] ?? "jarmo", { stdio: ["pipe", "pipe", "inherit"] });
const replies = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();

/** Sends a line, and gives what stands behind the first reply that begins with `word`. */
async function ask(line, word) {
  engine.stdin.write(line + "\n");
  for (;;) {
    const { value, done } = await replies.next();
    if (done) throw new Error("the engine has ended");
    if (value.startsWith("info string error")) throw new Error(value);
    const [first, ...rest] = value.split(" ");
    if (first === word) return rest;
  }
}

await ask("ugi", "ugiok");
await ask(`setoption name UCI_Variant value ${process.argv[3] ?? "jarmo"}\nisready`, "readyok");
const turns = [];
while ((await ask("query gameover", "response"))[0] === "false") {
  turns.push((await ask("go nodes 300", "bestmove"))[0]);
  engine.stdin.write(`position startpos moves ${turns.join(" ")}\n`);
}
const told = [];
for (const what of ["result", "reason", "score"]) told.push(...(await ask(`query ${what}`, "response")));
console.log(`whole game: ${turns.length} turns, ${told.join(" ")}`);
engine.stdin.end("quit\n");
