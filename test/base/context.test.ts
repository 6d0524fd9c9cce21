import { expect, it } from "vitest";
import { copyVariables } from "../../src/base/context.ts";

it("finds a variable in whatever case it is written on Windows, and only there", () => {
  const env = { Leadctl_Partner: "acme", LEADCTL_ENV: "" };
  const onWindows = copyVariables(env, "win32");
  expect([
    onWindows.LEADCTL_PARTNER,
    onWindows.leadctl_partner,
    onWindows.LEADCTL_ENV,
    onWindows.LEADCTL_X,
  ]).toStrictEqual(["acme", "acme", "", undefined]);
  expect(copyVariables(env, "linux").LEADCTL_PARTNER).toBeUndefined();
  expect(copyVariables(env, "linux").Leadctl_Partner).toBe("acme");
  // A copy of the copy has the names as they were written.
  expect({ ...onWindows }).toStrictEqual(env);
});
