import { type Access, API_BASE } from '@airdeck/contract/route';
import { type Scope, scopeOf } from '@airdeck/domain/policy/may';
import type { FastifyRequest } from 'fastify';
import { Failure } from './failure.ts';
import type { WallViewer, Who } from './who.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route. One below API_BASE without it does not start. */
    access?: Access;
  }
  interface FastifyRequest {
    /** Null on public routes. */
    who: Who | null;
    /** The rows with which `who` may do what the route does; null on public routes. */
    scope: Scope | null;
    /** The wall display that asks, on routes of wall displays; null on all others. */
    wall: WallViewer | null;
  }
}

const API_ROOT = `/${API_BASE.split('/')[1]}`;

/** Whether an address belongs to the API, however it is spelt: with doubled or encoded slashes, in capitals. */
export function isApiPath(url: string): boolean {
  const path = decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '')
    .replace(/[/\\]+/g, '/')
    .toLowerCase();
  // What climbs may end there.
  return path === API_ROOT || path.startsWith(`${API_ROOT}/`) || path.split('/').includes('..');
}

export interface Authenticators {
  /** Whose session's token it is. @throws Failure of status 401. */
  authenticate(token: string): Promise<Who>;
  /** Which wall display's token it is. @throws Failure of status 401. */
  authenticateWall?(token: string): Promise<WallViewer>;
}

/**
 * Makes the hook that lets in who may come in. An API address that no route has is guarded like one that has, so
 * that a stranger does not learn which exist. A wall display's token opens the routes of wall displays and nothing else,
 * and a session's token everything else.
 */
export const createGuard =
  ({ authenticate, authenticateWall }: Authenticators) =>
  async (request: FastifyRequest): Promise<void> => {
    const { access } = request.routeOptions.config;
    if (access === 'public' || (access === undefined && !isApiPath(request.url))) return;
    const token = bearerToken(request.headers.authorization);
    if (!token) throw new Failure('INVALID_TOKEN');
    if (access === 'wall') {
      if (!authenticateWall) throw new Failure('INVALID_TOKEN');
      request.wall = await authenticateWall(token);
      return;
    }
    const who = await authenticate(token);
    request.who = who;
    if (access === undefined) return;
    request.scope = scopeOf(who, access.action, access.entity);
    if (request.scope === null || (who.mustRenew === true && access.entity !== 'account'))
      throw new Failure('ACCESS_DENIED');
  };

/** The token of `Authorization: Bearer …`; null without one. It is taken from nowhere else. */
const bearerToken = (header: string | undefined): string | null => /^bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null;

/** A page of another registry asks: browsers name it in Origin. The scheme is left out, because a proxy may end TLS. */
export function checkOrigin(request: FastifyRequest): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  const host = URL.canParse(origin) ? new URL(origin).host : null;
  if (!host || host !== request.host?.toLowerCase()) throw new Failure('INVALID_CORS');
}
