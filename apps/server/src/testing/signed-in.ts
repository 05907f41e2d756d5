import type { TestUser } from './factory.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape.
export type Body = any;

/** Sends a request to a running server, and reads the answer as JSON. */
export type Ask = (method: string, path: string, body?: object) => Promise<{ status: number; body: Body }>;

const askWith =
  (base: string, authorization: Record<string, string>): Ask =>
  async (method, path, body) => {
    const sent = body && {
      headers: { ...authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const answer = await fetch(`${base}${path}`, { method, ...(sent ?? { headers: authorization }) });
    return { status: answer.status, body: await answer.json() };
  };

/** Logs a user in; the result sends requests in that session. `base`: address of the API. */
export const logIn = async (base: string, { code, login, password }: TestUser): Promise<Ask> => {
  const { body } = await askWith(base, {})('POST', '/login', { code, id: login, password });
  return askWith(base, { authorization: `Bearer ${body.access_token}` });
};
