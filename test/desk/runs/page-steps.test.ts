import { describe, expect, it } from "vitest";
import { pageSteps } from "../../../src/desk/runs/page-steps.ts";
import type { CommandWord } from "../../../src/terminal/shell-command.ts";

const RUN = { folder: "leadctl-runs/20260102T030405678Z-leads" };
const OF = "/api/runs/20260102T030405678Z-leads";
const PAGE = "#/run/20260102T030405678Z-leads";

function actionsOf(...argv: CommandWord[]) {
  return pageSteps([{ argv, does: "Do it" }])[0]?.actions;
}

describe("a step of the guidance on the page", () => {
  it.each([
    [["resume", RUN], { path: `${OF}/resume`, body: {} }],
    [["resume", RUN, "--take-over"], { body: { takeOver: true }, isRisky: true }],
    [["resume", RUN, "--older-journal"], { body: { olderJournal: true }, isRisky: true }],
    [["replay", RUN], { path: `${OF}/replay`, body: {} }],
    [["replay", RUN, "--rows", "17"], { body: { rows: "17" } }],
    [["replay", RUN, "--status", "unknown"], { label: "Send once more", body: { status: "unknown" } }],
    [
      ["replay", RUN, "--status", "rejected", "--rows", "5,7-10"],
      { label: "Send again", body: { status: "rejected", rows: "5,7-10" } },
    ],
    [["report", RUN], { path: `${OF}/reports` }],
  ] as const)("%j is a button that does it", (argv, action) => {
    expect(actionsOf(...argv)).toMatchObject([{ does: "post", ...action }]);
  });

  it("is a place to correct, a file to save, and one to drop, where a file is corrected", () => {
    expect(actionsOf("replay", RUN, "--with", { ...RUN, file: "fix.xlsx" })).toMatchObject([
      { does: "post", path: `${OF}/correct` },
      { does: "download", path: `${OF}/files/fix.xlsx` },
      { does: "upload", path: `${OF}/fix` },
    ]);
  });

  it("is what to send, and where the answers go, where the service's owner is asked", () => {
    expect(actionsOf("report", RUN, "--format", "handover", "--rows", "17")).toMatchObject([
      { does: "download", path: `${OF}/files/handover.md?rows=17` },
      { does: "download", path: `${OF}/files/handover.csv?rows=17` },
      { does: "go", to: `${PAGE}/resolve` },
    ]);
  });

  it("is the lead's own page where its link is given out", () => {
    expect(actionsOf("explain", RUN, "17", "--reveal")).toMatchObject([{ does: "go", to: `${PAGE}/row/17` }]);
  });

  it("is words alone where no button does it", () => {
    expect(pageSteps([{ argv: ["submit", "leads.csv"], does: "Send it anew" }])).toStrictEqual([
      { does: "Send it anew", actions: [] },
    ]);
  });

  it("names a run that lies elsewhere by its path, which no other run can have", () => {
    expect(actionsOf("resume", { folder: "leads" })).toMatchObject([{ path: "/api/runs/.%2Fleads/resume" }]);
    expect(actionsOf("resume", { folder: "/mnt/a b/run" })).toMatchObject([
      { path: "/api/runs/%2Fmnt%2Fa%20b%2Frun/resume" },
    ]);
  });
});
