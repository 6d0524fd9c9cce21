/**
 * What the bundled tests take for vitest, whose own runner does not start on Wine: Node's runner, with vitest's expect.
 * What it lacks (snapshots, `expect.poll`) is left to the system at hand.
 */
import { after, afterEach, before, beforeEach, describe as nodeDescribe, it as nodeIt } from "node:test";
import { format } from "node:util";
import { chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from "@vitest/expect";

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

type Work = (...args: never[]) => unknown;
type Declare = (title: string, work: () => unknown) => void;

const finishers: (() => unknown)[] = [];

/** With `each`, `runIf` and `skipIf` as vitest has them. */
function extended(declare: Declare, wrap: (work: () => unknown) => () => unknown) {
  const plain = (title: string, work: Work) => declare(title, wrap(work as () => unknown));
  const each =
    (cases: readonly unknown[]) =>
    (title: string, work: Work): void => {
      for (const one of cases) {
        const args = Array.isArray(one) ? one : [one];
        declare(
          format(title, ...args),
          wrap(() => (work as (...args: unknown[]) => unknown)(...args)),
        );
      }
    };
  const none = Object.assign(() => undefined, { each: () => () => undefined });
  const chosen = (isOn: boolean) => (isOn ? Object.assign(plain, { each }) : none);
  return Object.assign(plain, {
    each,
    runIf: (isOn: unknown) => chosen(Boolean(isOn)),
    skipIf: (isOff: unknown) => chosen(!isOff),
    skip: none,
  });
}

export const describe = extended(
  (title, work) => void nodeDescribe(title, work as () => void),
  (work) => work,
);

export const it = extended(
  (title, work) => void nodeIt(title, async () => void (await work())),
  (work) => async () => {
    try {
      await work();
    } finally {
      for (const finish of finishers.splice(0).reverse()) await finish();
    }
  },
);

export function onTestFinished(finish: () => unknown): void {
  finishers.push(finish);
}

export const { expect } = chai;
export { after as afterAll, afterEach, before as beforeAll, beforeEach, it as test };
