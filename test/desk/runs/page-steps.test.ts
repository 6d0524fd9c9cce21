import { describe, expect, it } from "vitest";
import { pageSteps } from "../../../src/desk/runs/page-steps.ts";
import { nextStep, type StepOrder } from "../../../src/outcome/next-step.ts";

const DIR = "leadctl-runs/20260102T030405678Z-leads";
const OF = "/api/runs/20260102T030405678Z-leads";
const PAGE = "#/run/20260102T030405678Z-leads";

function actionsOf(order: Omit<StepOrder, "dir">, dir = DIR) {
  return pageSteps([nextStep({ dir, ...order })])[0]?.actions;
}

describe("a step of the guidance on the page", () => {
  it.each([
    [{ step: "resume" }, { path: `${OF}/resume`, body: {} }],
    [{ step: "take-over" }, { body: { takeOver: true }, isRisky: true }],
    [{ step: "older-journal" }, { body: { olderJournal: true }, isRisky: true }],
    [
      { step: "send-again", count: 2 },
      { path: `${OF}/replay`, body: {} },
    ],
    [{ step: "send-again", rows: "17" }, { body: { rows: "17" } }],
    [{ step: "send-unknown" }, { label: "Send once more", body: { status: "unknown" } }],
    [{ step: "send-refused", rows: "5,7-10" }, { body: { status: "rejected", rows: "5,7-10" } }],
    [{ step: "write-files" }, { path: `${OF}/reports` }],
  ] as const)("%j is a button that does it", (order, action) => {
    expect(actionsOf(order)).toMatchObject([{ does: "post", ...action }]);
  });

  it("is a place to correct, a file to save, and one to drop, where a file is corrected", () => {
    expect(actionsOf({ step: "correct", file: "fix.xlsx", count: 2 })).toMatchObject([
      { does: "post", path: `${OF}/correct` },
      { does: "download", path: `${OF}/files/fix.xlsx` },
      { does: "upload", path: `${OF}/fix` },
    ]);
  });

  it("is the page with the letter and the answers, where the service's owner is asked", () => {
    expect(actionsOf({ step: "ask-owner", rows: "17" })).toMatchObject([
      { does: "go", to: `${PAGE}/resolve` },
    ]);
  });

  it("is the lead's own page where its link is given out", () => {
    expect(actionsOf({ step: "show-link", rows: "17" })).toMatchObject([
      { does: "go", to: `${PAGE}/row/17` },
    ]);
  });

  it("is words alone where no button does it, behind what comes first", () => {
    const step = { ...nextStep({ step: "see-runs", dir: "" }), first: "Look for it." };
    expect(pageSteps([step])).toMatchObject([
      {
        does: expect.stringMatching(/^Look for it\. Then \w/),
        order: expect.not.stringContaining("Look for it"),
        actions: [],
      },
    ]);
  });

  it("names a run that lies elsewhere by its path, which no other run can have", () => {
    expect(actionsOf({ step: "resume" }, "leads")).toMatchObject([{ path: "/api/runs/.%2Fleads/resume" }]);
    expect(actionsOf({ step: "resume" }, "/mnt/a b/run")).toMatchObject([
      { path: "/api/runs/%2Fmnt%2Fa%20b%2Frun/resume" },
    ]);
  });
});
