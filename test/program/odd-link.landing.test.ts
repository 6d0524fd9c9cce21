import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createdBody, whole } from "../security/hostile-server/attack.ts";
import { hostileServer } from "../security/hostile-server/hostile-server.ts";
import { csvOf, leads } from "./lead-sheet.ts";
import { readReport } from "./run-files.ts";
import { environmentFor, freshFolder, runProgram } from "./run-program.ts";

it("warns of the first odd login link of a run, in whichever round it came, and keeps all as they came", async () => {
  const loginUrl = "javascript:alert(1)";
  const server = await hostileServer({
    name: "odd links",
    kinds: [],
    isFromStart: true,
    answer: (request) => {
      const isThird = request.index === 2;
      request.socket.write(isThird ? whole(500, "{}") : whole(200, createdBody(request, { loginUrl })));
    },
  });
  const cwd = freshFolder();
  writeFileSync(join(cwd, "leads.csv"), csvOf(leads(3)));
  const env = environmentFor(server.url);
  const warnings = async (...args: string[]): Promise<number> => {
    const { stderr } = await runProgram(args, { cwd, env });
    return stderr.match(/login link of row/g)?.length ?? 0;
  };
  const once = ["--attempts", "1", "--concurrency", "1"];
  expect(await warnings("submit", "leads.csv", "--out", "run", ...once)).toBe(1);
  expect(await warnings("replay", "run", ...once)).toBe(0);
  const report = readReport(join(cwd, "run"));
  expect(report.leads).toMatchObject(Array(3).fill({ status: "created", loginUrl }));
});
