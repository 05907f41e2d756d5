import type { Role } from '@airdeck/domain/role';
import { safeNext } from '../lib/session/next-address.ts';

export const HOME = '/monitoring/agency';

interface Visit {
  /** Path and query that is asked for. */
  address: string;
  /** Of who is logged in; null is nobody. */
  role: Role | null;
  /** Roles that the route turns away. */
  deny: readonly Role[];
}

/** Where a visitor of a protected address is sent instead; null: come in. */
export function guardAddress({ address, role, deny }: Visit): { to: string; next?: string } | null {
  if (role === null) return { to: '/', next: address };
  return deny.includes(role) ? { to: HOME } : null;
}

/** Where Login sends who is logged in: to what was asked for, else to Monitoring. */
export function afterLogin(next: string | undefined, origin: string): string {
  return safeNext(next, origin) ?? HOME;
}
