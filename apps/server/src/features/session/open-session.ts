import type { Session } from '@airdeck/contract/session/schema';
import type { User } from '@airdeck/contract/user/schema';
import type { Sessions } from './sessions.ts';

export interface OpenSessionDeps {
  sessions: Pick<Sessions, 'open'>;
  /** The user feature's. */
  loadUser: (id: number) => Promise<User>;
}

/** Opens a session for an authenticated user, as Login receives it. */
export const createOpenSession =
  ({ sessions, loadUser }: OpenSessionDeps) =>
  async (userId: number, ip: string): Promise<Session> => {
    const user = await loadUser(userId);
    const { accessToken, expires } = await sessions.open(userId, ip);
    return { access_token: accessToken, expires_at: new Date(expires).toISOString(), user };
  };
