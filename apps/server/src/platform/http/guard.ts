import { type Access, API_BASE } from '@airdeck/contract/route';
import { type Scope, scopeOf } from '@airdeck/domain/policy/may';
import type { FastifyRequest } from 'fastify';
import { Failure } from './failure.ts';
import type { WallViewer, Who } from './who.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Access to the route. A route below API_BASE without it fails at start. */
    access?: Access;
  }
  interface FastifyRequest {
    /** Null on public routes. */
    who: Who | null;
    /** The rows on which `who` may perform the route's action; null on public routes. */
    scope: Scope | null;
    /** The wall display of the request, on routes of wall displays; null on all others. */
    wall: WallViewer | null;
  }
}

const API_ROOT = `/${API_BASE.split('/')[1]}`;

/** Whether an address belongs to the API, in any spelling: doubled or encoded slashes, capitals. */
export function isApiPath(url: string): boolean {
  const path = decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '')
    .replace(/[/\\]+/g, '/')
    .toLowerCase();
  // A path with `..` may resolve to it.
  return path === API_ROOT || path.startsWith(`${API_ROOT}/`) || path.split('/').includes('..');
}

export interface Authenticators {
  /** The user of a session's token, or the owner of an API token. @throws Failure of status 401. */
  authenticate(token: string, ip: string): Promise<Who>;
  /** The wall display of a token. @throws Failure of status 401. */
  authenticateWall?(token: string): Promise<WallViewer>;
}

/**
 * Creates the authorization hook. An API address without a route is guarded like one with a route, so that a stranger
 * cannot find out which exist. A wall display's token opens routes of wall displays only, and the token of a session
 * or of the API all others.
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
    const who = await authenticate(token, request.ip);
    request.who = who;
    if (access === undefined) return;
    request.scope = scopeOf(who, access.action, access.entity);
    if (request.scope === null || (who.mustRenew === true && access.entity !== 'account'))
      throw new Failure('ACCESS_DENIED');
  };

/** The token of `Authorization: Bearer …`; null without one. No other source is accepted. */
const bearerToken = (header: string | undefined): string | null => /^bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null;

/**
 * A page of another host sends the request: browsers name it in Origin. The scheme is ignored, because a proxy may end
 * TLS.
 */
export function checkOrigin(request: FastifyRequest): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  const host = URL.canParse(origin) ? new URL(origin).host : null;
  if (!host || host !== request.host?.toLowerCase()) throw new Failure('INVALID_CORS');
}
