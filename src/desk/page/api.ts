interface Failure extends Record<string, unknown> {
  code: string;
  message: string;
  hint: string;
}

/** What went wrong, in words of the server's. */
export class ApiError extends Error {
  readonly code: string;
  /** What the person should do next, as a sentence; may be empty. */
  readonly hint: string;
  /** Whether the same request would be refused again. */
  readonly isRefused: boolean;
  /** What else the server says of it. */
  readonly document: Readonly<Record<string, unknown>>;

  constructor({ code, message, hint, ...document }: Failure, isRefused = false) {
    super(message);
    this.isRefused = isRefused;
    this.code = code;
    this.hint = hint;
    this.document = document;
  }
}

/** What a view shows of an error, whatever it is. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError({ code: "bug", message: "Something went wrong on this page.", hint: String(error) });
}

/** @throws ApiError */
export function get<T>(path: string): Promise<T> {
  return request(path, { method: "GET" });
}

/** A file of the desk's, as text to be shown. @throws ApiError */
export function getText(path: string): Promise<string> {
  return fetched(path, { method: "GET" }, (response) => response.text());
}

/** @throws ApiError */
export function post<T>(path: string, body: unknown = {}): Promise<T> {
  const headers = { "content-type": "application/json" };
  return request(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/**
 * Sends a file's bytes.
 *
 * @throws ApiError
 */
export function upload<T>(path: string, file: Blob): Promise<T> {
  return request(path, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: file,
  });
}

/** Removes something. @throws ApiError */
export function remove<T>(path: string): Promise<T> {
  return request(path, { method: "DELETE" });
}

/**
 * Saves a file under the name that the desk gives it. No address alone gives it: it is fetched whole first, so that one that
 * breaks off is not saved.
 *
 * @throws ApiError
 */
export async function save(path: string): Promise<void> {
  const [file, name = ""] = await fetched(path, { method: "GET" }, async (response) => {
    const [, encoded] = /''(.+)$/.exec(response.headers.get("content-disposition") ?? "") ?? [];
    return [await response.blob(), encoded] as const;
  });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = decodeURIComponent(name);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVE_MS_MAX);
}

/** Afterwards, nothing of a file is kept that was saved. */
const SAVE_MS_MAX = 60_000;

/**
 * Reads lines as they come, until the desk ends.
 *
 * @param onOpen Called when it answers.
 * @throws ApiError where it does not.
 */
export async function readLines(
  path: string,
  signal: AbortSignal,
  onOpen: () => void,
  onLine: (line: string) => void,
): Promise<void> {
  await fetched(path, { method: "GET", signal }, async ({ body }) => {
    onOpen();
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      const lines = `${rest}${read.value}`.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line !== "") onLine(line);
    }
  });
}

/** Kept for this origin, port included. All its tabs have it, and it is worth nothing once the desk has ended. */
const SECRET = "leadctl-desk";

const TOKEN = "#token=";

/** Whether the address is the one that a desk prints. */
export function isOpening(): boolean {
  return location.hash.startsWith(TOKEN);
}

/**
 * Takes the token of the opened address for the desk's secret, and takes it out of the address and of the history.
 *
 * @returns Why that could not be done.
 */
export async function openSession(): Promise<ApiError | undefined> {
  if (!isOpening()) return undefined;
  const token = location.hash.slice(TOKEN.length);
  history.replaceState(null, "", "#/");
  try {
    const { secret } = await post<{ secret: string }>("/api/session", { token });
    localStorage.setItem(SECRET, secret);
  } catch (error) {
    // A browser that opens the address again has the secret already.
    return get("/api/state").then(
      () => undefined,
      () => error as ApiError,
    );
  }
  return undefined;
}

function request<T>(path: string, init: RequestInit): Promise<T> {
  return fetched(path, init, (response) => response.json());
}

/** @param read An answer that breaks off meanwhile is none. */
async function fetched<T>(
  path: string,
  init: RequestInit,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const headers = { ...init.headers, authorization: `Bearer ${localStorage.getItem(SECRET)}` };
  const asked = fetch(path, { ...init, headers, credentials: "omit" });
  const [status, answer] = await asked
    .then(async (response) =>
      response.ok
        ? ([0, await read(response)] as const)
        : ([response.status, await response.json()] as const),
    )
    .catch(() => {
      throw new ApiError({
        code: "no-server",
        message: "The desk does not answer.",
        hint: "It may have ended. Start it again: everything that was saved is still there.",
      });
    });
  if (status === 0) return answer;
  throw new ApiError(answer.error, status === 400 || status === 413);
}
