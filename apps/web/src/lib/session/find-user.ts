import { API_BASE } from '@airdeck/contract/route';
import { getMe } from '@airdeck/contract/user/own-routes';
import type { User } from '@airdeck/contract/user/schema';

/** Pauses before retries when the server is busy or unreachable. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000];
const TOO_MANY_REQUESTS = 429;

export const bearer = (token: string): RequestInit => ({
  credentials: 'omit',
  headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
});

const requestUser = (token: string): Promise<Response | null> =>
  fetch(`${API_BASE}${getMe.path}`, bearer(token)).catch(() => null);

const isTemporary = (answer: Response | null): boolean =>
  answer === null || answer.status === TOO_MANY_REQUESTS || answer.status >= 502;

/** User of a token according to the server; null when the token is not valid, or the server is unreachable for 15 s. */
export async function findUser(token: string): Promise<User | null> {
  let answer = await requestUser(token);
  for (const pause of PAUSES_MS) {
    if (!isTemporary(answer)) break;
    await new Promise((resolve) => setTimeout(resolve, pause));
    answer = await requestUser(token);
  }
  if (!answer?.ok) return null;
  return getMe.answer.safeParse(await answer.json().catch(() => null)).data ?? null;
}
