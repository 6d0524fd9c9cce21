/** A client of another team: it sends one lead, and gives back the quote's id. */
export interface Target {
  baseUrl: string;
  partner: string;
  apiKey: string;
}

export async function sendLead({ baseUrl, partner, apiKey }: Target, lead: object): Promise<string> {
  const response = await fetch(`${baseUrl}/api/${partner}/lead/create`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify(lead),
  });
  if (!response.ok) throw new Error(`The service answered ${response.status}: ${await response.text()}`);
  const { quoteId } = (await response.json()) as { quoteId: string };
  return quoteId;
}

/** As leadctl sets it for the programs that it runs against its sandbox. */
export function targetFrom(env: Readonly<Record<string, string | undefined>>): Target {
  const { LEADCTL_BASE_URL, LEADCTL_PARTNER, LEADCTL_API_KEY } = env;
  if (!LEADCTL_BASE_URL || !LEADCTL_PARTNER || !LEADCTL_API_KEY) throw new Error("Set the target first");
  return { baseUrl: LEADCTL_BASE_URL, partner: LEADCTL_PARTNER, apiKey: LEADCTL_API_KEY };
}
