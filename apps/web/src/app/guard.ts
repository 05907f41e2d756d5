import type { Role } from '@airdeck/domain/role';
import { onlyOrganization } from '../lib/session/only-organization.ts';
import { createStore, type Store } from '../lib/store.ts';

/**
 * The start of Monitoring, and of the console: the organizations, or the buildings of the only organization that the user
 * sees.
 */
export function homeAddress(): string {
  const only = onlyOrganization();
  return only === null ? '/monitoring/agency' : `/monitoring/grade/${only}`;
}

/** A denied address, until the shell has shown its message. */
export const deniedStore: Store<string | null> = createStore<string | null>(null);

interface GuardRequest {
  /** Requested path and query. */
  address: string;
  /** Role of the user; null without a session. */
  role: Role | null;
  /** Roles that the route turns away. */
  deny: readonly Role[];
}

/** The redirect for a protected address; null when the user may open it. */
export function guardAddress({ address, role, deny }: GuardRequest): { to: string; next?: string } | null {
  if (role === null) return { to: '/', next: address };
  return deny.includes(role) ? { to: homeAddress() } : null;
}

/** The address after Login: the requested one, else Monitoring. */
export function afterLogin(next: string | undefined, origin: string): string {
  return safeNext(next, origin) ?? homeAddress();
}

/** The address requested before login, if it is a path of this origin, never another host. */
export function safeNext(next: string | undefined, origin: string): string | null {
  if (next === undefined || !next.startsWith('/')) return null;
  const url = URL.parse(next, origin);
  if (url === null || url.origin !== origin || url.pathname === '/') return null;
  return `${url.pathname}${url.search}${url.hash}`;
}
