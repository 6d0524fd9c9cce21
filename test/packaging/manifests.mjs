/**
 * The manifests of docs/scale.md against the Kubernetes API's own schema, and against what that schema does not say. Each
 * mistake that somebody could make in editing them has to be noticed, or this judge is worth nothing.
 *
 * Run as `node manifests.mjs <node_modules>`, with kubernetes-models and yaml in there.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const modules = resolve(process.argv[2] ?? "node_modules");
// Modules of ECMAScript alone, which are found from here only by their paths.
const model = (path) => import(pathToFileURL(join(modules, "kubernetes-models", path, "index.js")).href);
const { Job } = await model("batch/v1");
const { PersistentVolumeClaim, Pod } = await model("v1");
const { parseAllDocuments } = createRequire(join(modules, "manifests.js"))("yaml");
const KINDS = { Job, PersistentVolumeClaim, Pod };
const DNS_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

const page = readFileSync(fileURLToPath(new URL("../../docs/scale.md", import.meta.url)), "utf8");
const manifests = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)]
  .filter(([, text = ""]) => text.startsWith("apiVersion:"))
  .flatMap(([, text = ""]) => parseAllDocuments(text).map((document) => document.toJS()));
assert.deepEqual(manifests.map(({ kind }) => kind).sort(), ["Job", "PersistentVolumeClaim", "Pod"]);
for (const manifest of manifests) judge(manifest);

/** Throws where the API would refuse it, or take it for something else than is meant. */
function judge(manifest) {
  new KINDS[manifest.kind](manifest).validate();
  assert.match(manifest.metadata.name, DNS_LABEL);
  if (manifest.kind === "PersistentVolumeClaim")
    return assert.deepEqual(manifest.spec.accessModes, ["ReadWriteMany"]);
  const pod = manifest.kind === "Job" ? manifest.spec.template.spec : manifest.spec;
  assert.equal(pod.automountServiceAccountToken, false);
  assert.equal(pod.securityContext.runAsNonRoot, true);
  const volumes = new Set(pod.volumes.map(({ name }) => name));
  for (const { name, volumeMounts = [] } of pod.containers) {
    assert.match(name, DNS_LABEL);
    for (const mount of volumeMounts) assert.ok(volumes.has(mount.name), `no volume ${mount.name}`);
  }
  if (manifest.kind === "Job") judgeJob(manifest.spec, pod);
}

function judgeJob(spec, pod) {
  assert.equal(spec.completionMode, "Indexed", "without it each pod would take the whole sheet");
  assert.equal(pod.restartPolicy, "Never", "podFailurePolicy takes no other");
  assert.equal(spec.podReplacementPolicy, "Failed", "two pods would be at one run");
  assert.ok(spec.backoffLimitPerIndex > 0);
  const [container] = pod.containers;
  const value = (name) => container.env.find((each) => each.name === name)?.value;
  assert.equal(value("SHARDS"), String(spec.completions));
  assert.ok(spec.parallelism <= spec.completions);
  assert.equal(value("LEADCTL_API_KEY"), undefined, "the key comes from a Secret");
  assert.equal(container.securityContext.readOnlyRootFilesystem, true);
  assert.ok(pod.terminationGracePeriodSeconds > 25, "longer than --grace");
}

const MISTAKES = {
  "no completion mode": (job) => delete job.spec.completionMode,
  "a completion mode that is none": (job) => Object.assign(job.spec, { completionMode: "Index" }),
  "a policy for restarts that podFailurePolicy refuses": (job) =>
    Object.assign(job.spec.template.spec, { restartPolicy: "OnFailure" }),
  "a mount without its volume": (job) => job.spec.template.spec.volumes.pop(),
  "a bad name": (job) => Object.assign(job.metadata, { name: "leadctl_monday" }),
  "another number of shards": (job) => Object.assign(job.spec, { completions: 5 }),
  "a number as a value of the environment": (job) =>
    Object.assign(job.spec.template.spec.containers[0].env[0], { value: 4 }),
  "an action that is none": (job) => Object.assign(job.spec.podFailurePolicy.rules[0], { action: "Retry" }),
  "an operator that is none": (job) =>
    Object.assign(job.spec.podFailurePolicy.rules[1].onExitCodes, { operator: "Is" }),
  "exit codes as text": (job) =>
    Object.assign(job.spec.podFailurePolicy.rules[1].onExitCodes, { values: ["2"] }),
  "no name of a container": (job) => delete job.spec.template.spec.containers[0].name,
  "no template": (job) => delete job.spec.template,
  "a successor beside a pod that ends": (job) =>
    Object.assign(job.spec, { podReplacementPolicy: "TerminatingOrFailed" }),
  root: (job) => Object.assign(job.spec.template.spec.securityContext, { runAsNonRoot: false }),
  "a memory limit that is none": (job) =>
    Object.assign(job.spec.template.spec.containers[0].resources.limits, { memory: "much" }),
};

const job = manifests.find(({ kind }) => kind === "Job");
for (const [mistake, make] of Object.entries(MISTAKES)) {
  const wrong = structuredClone(job);
  make(wrong);
  assert.throws(() => judge(wrong), undefined, `nobody notices ${mistake}`);
}
console.error(`${manifests.length} manifests, ${Object.keys(MISTAKES).length} mistakes noticed`);
