import { createHash } from "node:crypto";
import { lstat, mkdtemp, readdir } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import type { Readable } from "node:stream";
import { z } from "zod";
import { CliError } from "../../base/cli-error.ts";
import type { Clock } from "../../base/clock.ts";
import { makeFolder, openNew, syncFolder, writeAll } from "../../base/durable-file.ts";
import { EXIT } from "../../base/exit-codes.ts";
import { fileError, isAbsent } from "../../base/file-error.ts";
import { readFile, removeFile, removeFolder } from "../../base/files.ts";
import { replaceFile } from "../../base/replacement.ts";
import { InputReader } from "../../job/ask/read-input.ts";
import { DRAFTS_FOLDER } from "../../job/purge-runs.ts";
import { lockRun, type RunLock } from "../../run/folder/lock.ts";
import { defaultRunFolder } from "../../run/folder/run-folder.ts";
import { MAPPINGS_FOLDER, type Mapping } from "../../sheet/columns/mapping.ts";
import { mapInput } from "../../sheet/map-input.ts";
import { openInput } from "../../sheet/open-input.ts";
import type { InputTable } from "../../sheet/table.ts";
import { deskError } from "../desk-errors.ts";
import { DraftEdits, type Edit } from "./draft-edits.ts";
import { KeptSheet } from "./kept-sheet.ts";

const FACTS_NAME = "draft.json";
const EDITS_NAME = "edits.ndjson";
const NAME_CHARACTERS_MAX = 200;

/** Which part of a file holds the leads, where a person had to say it. */
export const layoutSchema = z.strictObject({
  sheet: z.string().max(100).exactOptional(),
  headerRow: z.int().min(1).max(1_048_576).exactOptional(),
  hiddenRows: z.enum(["include", "skip"]).exactOptional(),
  encoding: z.string().max(40).exactOptional(),
});

const factsSchema = z.strictObject({
  version: z.literal(1),
  /** The file's name, as it was dropped. */
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** SHA-256 of the file; absent in drafts of earlier versions. */
  digest: z.string().exactOptional(),
  /** The environment that it goes to; null until one is chosen. */
  place: z.string().nullable(),
  layout: layoutSchema,
  /** To questions, by their ids. */
  answers: z.record(z.string(), z.string()),
  /** Choices for columns that differ from what was understood: a target's path, or null for none, by `columnKey`. */
  columns: z.record(z.string(), z.string().nullable()),
  /** One value for all rows, for fields that no column feeds, by their paths; absent for none. */
  constants: z.record(z.string(), z.union([z.string(), z.boolean(), z.number()])).exactOptional(),
  /** The run whose rows it corrects; null for a sheet of its own. */
  corrects: z.string().nullable(),
  /** The run that was made of it; null until it is sent. */
  run: z.string().nullable(),
});

/** What is known of a draft beside its file: `draft.json`. */
export type DraftFacts = Readonly<z.infer<typeof factsSchema>>;

type ChangedFacts = Partial<Omit<DraftFacts, "version" | "name" | "createdAt">>;

/** A draft in a list. */
export type DraftBrief = DraftFacts & { id: string };

/**
 * A sheet on its way to a run: its file as it was dropped, and what a person has said of it so far. It lies on disk
 * after every change, and belongs to this process alone until it is closed.
 */
export class Draft {
  readonly id: string;
  readonly folder: string;
  /** What a person has changed in its cells. */
  readonly edits: DraftEdits;
  readonly #mappingsFolder: string;
  readonly #lock: RunLock;
  #facts: DraftFacts;
  #opened: { order: string; sheet: Promise<KeptSheet> } | undefined;
  #revision = 0;
  #isBeingSent = false;
  #isRemoved = false;
  /** The sheet that was open before is closed. */
  #closed: Promise<void> = Promise.resolve();
  /** What was begun last. */
  #last: Promise<unknown> = Promise.resolve();

  /** @param lock Of its folder; held until the draft is closed. */
  constructor(folder: string, facts: DraftFacts, edits: DraftEdits, lock: RunLock, mappingsFolder: string) {
    this.id = basename(folder);
    this.folder = folder;
    this.edits = edits;
    this.#facts = facts;
    this.#lock = lock;
    this.#mappingsFolder = mappingsFolder;
  }

  get facts(): DraftFacts {
    return this.#facts;
  }

  /**
   * Names how its rows and columns are found in its file, the same whenever and by whomever it is opened. Under another one, an
   * edit may be of another cell.
   */
  get reading(): string {
    const { layout, columns, answers } = this.#facts;
    // What a word means does not move a cell.
    const shaping = Object.entries(answers).filter(([id]) => !id.startsWith("word:"));
    const said = [Object.entries(layout), Object.entries(columns), shaping].map((part) => part.sort());
    return createHash("sha256").update(JSON.stringify(said)).digest("hex");
  }

  /** Grows with everything that changes how the draft is read. */
  get revision(): number {
    return this.#revision;
  }

  get inputPath(): string {
    return join(this.folder, inputName(this.#facts.name));
  }

  /**
   * Changes what is known of it, one change after the other; the change is on disk when this returns.
   *
   * @param part What is other now; or what makes that of how it is when its turn has come.
   * @throws CliError with exit code 6 when it cannot be written, 2 when it was sent: then nothing has changed.
   */
  change(part: ChangedFacts | ((facts: DraftFacts) => ChangedFacts | Promise<ChangedFacts>)): Promise<void> {
    return this.inTurn(async () => {
      if (typeof part === "function" || part.run === undefined) this.requireUnsent();
      const changed = typeof part === "function" ? await part(this.#facts) : part;
      const facts = { ...this.#facts, ...changed };
      await writeFacts(this.folder, facts);
      this.#facts = facts;
      this.#revision += 1;
    });
  }

  /** Does something to it, such as an edit of its cells, once all that was begun before is done: nothing changes meanwhile. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /**
   * Makes sure that what is changed still goes with it.
   *
   * @throws CliError when it was sent, is being sent, or was removed.
   */
  requireUnsent(): void {
    if (this.#isRemoved) throw deskError("draft-missing");
    const { run } = this.#facts;
    if (run !== null) throw deskError("draft-sent", undefined, { document: { run } });
    if (this.#isBeingSent) throw deskError("draft-being-sent");
  }

  /**
   * Does what makes a run of it, with the change that is being written: nothing else about it changes until that is done, or has
   * failed.
   *
   * @throws CliError when it was sent, is being sent, or was removed.
   */
  async send<T>(work: () => Promise<T>): Promise<T> {
    this.requireUnsent();
    this.#isBeingSent = true;
    try {
      // Those that have only come find it being sent.
      await this.#last;
      return await work();
    } finally {
      this.#isBeingSent = false;
      if (this.#facts.run !== null) await this.#closeSheet();
    }
  }

  /**
   * Allows no more changes of the draft, and waits for what is being written.
   *
   * @throws CliError when it is being sent.
   */
  async retire(): Promise<void> {
    if (this.#isBeingSent) throw deskError("draft-being-sent");
    this.#isRemoved = true;
    await this.#last;
    await this.#closeSheet();
  }

  /**
   * Changes its rows, for anybody who has seen them without a grid.
   *
   * @param reading Under which they were seen.
   * @throws CliError when they are others now, or it was sent.
   */
  edit(edit: Edit, reading: string): Promise<void> {
    return this.inTurn(async () => {
      this.requireUnsent();
      if (this.reading !== reading) throw deskError("draft-read-anew");
      await this.edits.apply(edit);
      this.touch();
    });
  }

  /** Its cells have changed: it is to be read again. */
  touch(): void {
    this.#revision += 1;
  }

  /** What a person has chosen for columns, and for fields without one; undefined where nothing was. */
  mapping(): Mapping | undefined {
    const columns = Object.entries(this.#facts.columns);
    const constants = new Map(Object.entries(this.#facts.constants ?? {}));
    if (columns.length + constants.size === 0) return undefined;
    return {
      name: "that you made",
      columns: new Map(columns.map(([header, field]) => [header, { field }])),
      headers: [],
      answers: new Map(),
      constants,
      defaults: new Map(),
    };
  }

  /**
   * Reads it by all that a person has said and changed: what is planned and sent comes from here.
   *
   * @param onOpen Given its sheet, once that is open.
   */
  reader(onOpen: (sheet: KeptSheet) => void = () => undefined): InputReader {
    const { name, layout, answers } = this.#facts;
    return new InputReader({
      source: { path: this.inputPath, name },
      options: layout,
      acceptReading: false,
      mappingsFolder: this.#mappingsFolder,
      readMapping: async () => this.mapping(),
      given: new Map(Object.entries(answers)),
      open: async (source, options) => {
        const sheet = await this.openSheet(JSON.stringify(options), () => openInput(source, options));
        onOpen(sheet);
        return sheet.open();
      },
      map: (table, mapping, isLenient) => mapInput(table, mapping, isLenient, this.edits),
    });
  }

  /**
   * Its sheet, whose rows are read once for all who come, until it is opened in another way.
   *
   * @param order Names the way.
   */
  openSheet(order: string, open: () => Promise<InputTable>): Promise<KeptSheet> {
    if (this.#isRemoved) throw deskError("draft-missing");
    if (this.#opened?.order !== order) {
      const closed = this.#closeSheet();
      const opened = {
        order,
        sheet: closed.then(async () => new KeptSheet(join(this.folder, ".input.tmp"), await open())),
      };
      this.#opened = opened;
      opened.sheet.catch(() => {
        if (this.#opened === opened) this.#opened = undefined;
      });
    }
    return this.#opened.sheet;
  }

  #closeSheet(): Promise<void> {
    const { sheet } = this.#opened ?? {};
    this.#opened = undefined;
    if (sheet)
      this.#closed = sheet.then(
        (opened) => opened.close(),
        () => undefined,
      );
    return this.#closed;
  }

  /** Lets it go: another process may open it. */
  async close(): Promise<void> {
    await this.#last;
    await this.#closeSheet();
    this.#lock.release();
  }
}

/** The drafts of a folder. Each one is opened once, and kept until the store is closed. */
export class DraftStore {
  readonly #folder: string;
  readonly #mappingsFolder: string;
  readonly #clock: Clock;
  readonly #open = new Map<string, Promise<Draft>>();

  /** @param folder That holds runs and drafts. */
  constructor(folder: string, clock: Clock) {
    this.#folder = join(folder, DRAFTS_FOLDER);
    this.#mappingsFolder = join(folder, MAPPINGS_FOLDER);
    this.#clock = clock;
  }

  /** Those that are not sent yet, the newest first. */
  async list(): Promise<DraftBrief[]> {
    const ids = await this.#ids();
    const briefs = await Promise.all(
      ids.map(async (id): Promise<DraftBrief[]> => {
        const facts = await readFacts(join(this.#folder, id)).catch(() => undefined);
        return facts?.run === null ? [{ id, ...facts }] : [];
      }),
    );
    return briefs.flat().sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  }

  /**
   * Makes a draft of a file.
   *
   * @param name The file's, as a person knows it.
   * @param known `place`: where it goes; `corrects`: the run whose rows it corrects.
   * @throws CliError with exit code 6 when it cannot be written.
   */
  async create(
    name: string,
    content: Readable,
    known: Partial<Pick<DraftFacts, "place" | "corrects">> = {},
  ): Promise<Draft> {
    const at = this.#clock.date();
    const facts: DraftFacts = {
      version: 1,
      name: plainName(name),
      createdAt: at.toISOString(),
      place: null,
      layout: {},
      answers: {},
      columns: {},
      corrects: null,
      run: null,
      ...known,
    };
    const folder = await this.#makeFolder(facts.name, at);
    try {
      const lock = await lockRun(folder, at, false);
      const digest = await writeInput(join(folder, inputName(facts.name)), content);
      const whole = { ...facts, digest };
      await writeFacts(folder, whole);
      const draft = await this.#opened(folder, whole, lock);
      this.#open.set(draft.id, Promise.resolve(draft));
      return draft;
    } catch (error) {
      await removeFolder(folder);
      throw error;
    }
  }

  /** Another draft of the same file on its way to the same place: what a person has said of it need not be said again. */
  async twinOf({ id, facts: { name, digest, place } }: Draft): Promise<DraftBrief | undefined> {
    return (await this.list()).find(
      (each) => each.id !== id && each.digest === digest && each.name === name && each.place === place,
    );
  }

  /**
   * Opens a draft, for this process alone.
   *
   * @throws CliError with exit code 2 when there is none of that id, 6 when another process works on it.
   */
  open(id: string): Promise<Draft> {
    // At once, so that nobody who asks meanwhile is refused what this very process has locked.
    const opening = this.#open.get(id) ?? this.#openNew(id);
    this.#open.set(id, opening);
    opening.catch(() => this.#open.delete(id));
    return opening;
  }

  /**
   * Removes a draft, with all that a person has said of it.
   *
   * @throws CliError when it is being sent.
   */
  async remove(id: string): Promise<void> {
    const draft = await this.open(id);
    await draft.retire();
    this.#open.delete(id);
    // Without its facts it is not a draft any longer, whatever else may stay behind.
    await removeFile(join(draft.folder, FACTS_NAME));
    await removeFolder(draft.folder);
  }

  /** Lets all drafts go. */
  async close(): Promise<void> {
    const drafts = await Promise.allSettled(this.#open.values());
    this.#open.clear();
    for (const draft of drafts) if (draft.status === "fulfilled") await draft.value.close();
  }

  async #openNew(id: string): Promise<Draft> {
    if (!(await this.#ids()).includes(id)) throw deskError("draft-missing");
    const folder = join(this.#folder, id);
    const lock = await lockRun(folder, this.#clock.date(), false).catch((error) => {
      throw error instanceof CliError && error.code === "run-locked" ? inUse(error) : error;
    });
    try {
      const facts = await readFacts(folder);
      if (!facts) throw deskError("draft-missing");
      return await this.#opened(folder, facts, lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  async #opened(folder: string, facts: DraftFacts, lock: RunLock): Promise<Draft> {
    const edits = await DraftEdits.open(join(folder, EDITS_NAME));
    return new Draft(folder, facts, edits, lock, this.#mappingsFolder);
  }

  async #ids(): Promise<string[]> {
    const entries = await readdir(this.#folder, { withFileTypes: true }).catch((error) => {
      if (isAbsent(error)) return [];
      throw error;
    });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  }

  async #makeFolder(name: string, at: Date): Promise<string> {
    await makeFolder(this.#folder);
    try {
      const folder = await mkdtemp(join(this.#folder, `${basename(defaultRunFolder(name, at))}-`));
      await syncFolder(this.#folder);
      return folder;
    } catch (error) {
      throw fileError(this.#folder, error);
    }
  }
}

/** How a column is called in a draft's choices: as a mapping file does where headers may be the same. */
export function columnKey({ name, letters }: { name: string; letters?: string }): string {
  return letters === undefined ? name : `${letters}: ${name}`;
}

/** A name without folders and signs that act on a terminal; never empty. */
function plainName(name: string): string {
  const plain = basename(name.replaceAll("\\", "/")).replace(/\p{C}/gu, "").trim();
  return plain.slice(-NAME_CHARACTERS_MAX) || "sheet";
}

function inputName(name: string): string {
  const ending = extname(name).toLowerCase();
  return /^\.[a-z0-9]{1,8}$/.test(ending) ? `input${ending}` : "input";
}

/** @returns The SHA-256 of what was written. */
async function writeInput(path: string, content: Readable): Promise<string> {
  const file = await openNew(path).catch((error) => {
    throw fileError(path, error);
  });
  try {
    let length = 0;
    const digest = createHash("sha256");
    for await (const chunk of content) {
      const bytes = typeof chunk === "string" ? Buffer.from(chunk) : (chunk as Buffer);
      await writeAll(file, bytes, length).catch((error) => {
        throw fileError(path, error);
      });
      length += bytes.length;
      digest.update(bytes);
    }
    await file.sync();
    return digest.digest("hex");
  } finally {
    await file.close();
  }
}

async function writeFacts(folder: string, facts: DraftFacts): Promise<void> {
  await replaceFile(join(folder, FACTS_NAME), [`${JSON.stringify(facts, null, 2)}\n`]);
}

/** Undefined where there are none: a file that never came whole, or a draft that was being removed. */
async function readFacts(folder: string): Promise<DraftFacts | undefined> {
  const path = join(folder, FACTS_NAME);
  const stat = await lstat(path).catch((error) => {
    if (!isAbsent(error)) throw error;
  });
  if (!stat?.isFile()) return undefined;
  const text = await readFile(path, "utf8");
  try {
    return factsSchema.parse(JSON.parse(text));
  } catch {
    throw deskError("draft-damaged", { path }, { exitCode: EXIT.journal });
  }
}

function inUse(cause: CliError): CliError {
  return deskError("draft-locked", { why: cause.message }, { exitCode: EXIT.journal, cause });
}
