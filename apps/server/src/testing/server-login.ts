import { expect } from 'vitest';
import type { ServerProcess } from './server-process.ts';

const NEW_PASSWORD = 'Fresh-Air-77!';

/** The part of a login answer that tests need. */
interface Opened {
  access_token: string;
  user: { id: number };
}

/** The login of the first account. */
export interface FirstAccount {
  code: string;
  id: string;
  password: string;
}

const json = { 'content-type': 'application/json' };

/** Opens a session; answers its token. */
export const logIn = async (server: ServerProcess, account: FirstAccount): Promise<Opened> => {
  const answer = await fetch(`${server.url}/api/v1/login`, {
    ...{ method: 'POST', headers: json },
    body: JSON.stringify(account),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Opened;
};

/**
 * The account that a new server has printed, with another password: with the printed one, which others may have seen, it
 * reaches nothing but itself.
 */
export const firstAccount = async (server: ServerProcess): Promise<FirstAccount> => {
  const [, code = '', id = '', password = ''] = /code=(\S+) id=(\S+)\s+password=(\S+)/.exec(server.output()) ?? [];
  const { access_token, user } = await logIn(server, { code, id, password });
  const answer = await fetch(`${server.url}/api/v1/users/password/${user.id}`, {
    ...{ method: 'PUT', headers: { ...json, authorization: `Bearer ${access_token}` } },
    body: JSON.stringify({ password, new_password: NEW_PASSWORD }),
  });
  expect(answer.status).toBe(200);
  return { code, id, password: NEW_PASSWORD };
};
