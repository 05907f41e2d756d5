import type { loginForm } from '@airdeck/contract/session/schema';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { ServerProcess } from './server-process.ts';

const NEW_PASSWORD = 'Fresh-Air-77!';
const JSON_TYPE = { 'content-type': 'application/json' };

type LoginForm = z.input<typeof loginForm>;

/** The part of a login answer that tests need. */
interface Session {
  access_token: string;
  user: { id: number };
}

/** The answer to a login at the server of this address. */
export const postLogin = (url: string, form: LoginForm): Promise<Response> =>
  fetch(`${url}/api/v1/login`, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(form) });

/** Opens a session. */
export const logIn = async ({ url }: Pick<ServerProcess, 'url'>, form: LoginForm): Promise<Session> => {
  const answer = await postLogin(url, form);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Session;
};

/** The first administrator, whose login a new server prints. */
export const printedLogin = (server: Pick<ServerProcess, 'output'>): LoginForm => {
  const [, code = '', id = '', password = ''] =
    /login: role=SUPER_ADMIN code=(\S+) id=(\S+) password=(\S+)/.exec(server.output()) ?? [];
  return { code, id, password };
};

/**
 * The login of the first administrator with another password: with the printed one, which others may have seen, they reach
 * only their own account.
 */
export const renewPrintedLogin = async (server: Pick<ServerProcess, 'url' | 'output'>): Promise<LoginForm> => {
  const { password, ...account } = printedLogin(server);
  const { access_token, user } = await logIn(server, { ...account, password });
  const answer = await fetch(`${server.url}/api/v1/users/password/${user.id}`, {
    method: 'PUT',
    headers: { ...JSON_TYPE, authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ password, new_password: NEW_PASSWORD }),
  });
  expect(answer.status).toBe(200);
  return { ...account, password: NEW_PASSWORD };
};
