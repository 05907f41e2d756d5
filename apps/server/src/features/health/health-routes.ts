import {
  getHealth,
  getLiveness,
  getProcessHealth,
  getReadiness,
  type ProcessHealth,
} from '@airdeck/contract/health/routes';
import { addPublicRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import type { Readiness } from './readiness.ts';

/** For a supervisor or a load balancer, which reads the status alone. */
export const addHealthRoutes = (http: Http, readiness: Readiness, own: () => Promise<ProcessHealth>): void => {
  addPublicRoute(http, getLiveness, () => ({ status: 'ok' as const }));
  addPublicRoute(http, getProcessHealth, async ({ reply }) => {
    const health = await own();
    if (health.status !== 'ok') reply.code(503);
    return health;
  });
  for (const route of [getReadiness, getHealth]) {
    addPublicRoute(http, route, async ({ reply }) => {
      const problems = await readiness();
      if (problems.length === 0) return { status: 'ok' as const, problems };
      reply.code(503);
      return { status: 'failing' as const, problems };
    });
  }
};
