import { expect, it } from "vitest";
import { freshFolder } from "../program/run-program.ts";
import { commandFolder, describeOnWindows, runInCmd } from "./windows.ts";

describeOnWindows("in cmd.exe", () => {
  it("is called by its name", async () => {
    const end = await runInCmd('echo "100 % sure" && leadctl --version', {
      cwd: freshFolder(),
      path: [commandFolder()],
    });
    expect(end).toMatchObject({ exitCode: 0, stdout: '"100 % sure" \r\n0.1.0\n' });
  });
});
