/**
 * Answers every request at once with success and an id of its own. It reads no more of HTTP than where a request ends: a
 * server that parses would be busier than the clients that are measured. It tells its parent the port.
 */
import { type AddressInfo, createServer } from "node:net";

const ID_LENGTH = 32;
/** As long as a real answer: its token is a signed one. */
const LINK = `https://service.example.com/api/auth/callback/credentials?token=${"0123456789abcdef".repeat(10)}`;
let answerCount = 0;

function answer(): string {
  answerCount += 1;
  const quoteId = String(answerCount).padStart(ID_LENGTH, "0");
  const body = JSON.stringify({ success: true, quoteId, loginUrl: LINK + quoteId });
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

/** Whether a request is all there; none follows before it is answered. */
function isWhole(request: Buffer): boolean {
  const headEnd = request.indexOf("\r\n\r\n");
  if (headEnd === -1) return false;
  const bodyLength = /^content-length: *(\d+)/im.exec(request.toString("latin1", 0, headEnd))?.[1] ?? "0";
  return request.length >= headEnd + "\r\n\r\n".length + Number(bodyLength);
}

const server = createServer({ noDelay: true }, (socket) => {
  let chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    if (!isWhole(chunks.length === 1 ? chunk : Buffer.concat(chunks))) return;
    chunks = [];
    socket.write(answer());
  });
  // A client that is killed resets its connections.
  socket.on("error", () => socket.destroy());
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.on("disconnect", () => process.exit());
