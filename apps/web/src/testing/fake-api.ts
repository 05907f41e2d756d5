import { vi } from 'vitest';

interface SentRequest {
  method: string;
  /** Path and query. */
  url: string;
  body: unknown;
}

type Answer = { status?: number; body: unknown } | Promise<{ status?: number; body: unknown }>;

/** Replaces the server: answers by `METHOD /path`, and records the requests. Other requests get a 404. */
export function fakeApi(answers: Readonly<Record<string, () => Answer>>): SentRequest[] {
  const sent: SentRequest[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET';
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    sent.push({ method, url, body });
    const notFound = { status: 404, body: { code: 'RESOURCE_NOT_FOUND', message: 'not found', errors: {} } };
    const answer = await (answers[`${method} ${url.split('?')[0]}`]?.() ?? notFound);
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 });
  });
  return sent;
}
