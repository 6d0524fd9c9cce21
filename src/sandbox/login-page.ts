import type { Quote } from "./quote-book.ts";
import { type Answer, htmlAnswer } from "./sandbox-answer.ts";

/** The page behind a login link: which quote it signs in to. */
export function signedInPage(quote: Quote): Answer {
  const text = `This link signs ${escapeHtml(quote.email)} in to quote <strong>${escapeHtml(quote.quoteId)}</strong>.`;
  return htmlAnswer(200, page("Signed in", text), "signed-in");
}

export function refusedPage(): Answer {
  const text = "This login link was not made by this sandbox, or it was altered on the way.";
  return htmlAnswer(401, page("Link refused", text), "login-refused");
}

function page(title: string, paragraph: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title} · leadctl sandbox</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem}</style></head>
<body><h1>${title}</h1><p>${paragraph}</p><p>Sandbox of leadctl: no real account is behind this page.</p></body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
