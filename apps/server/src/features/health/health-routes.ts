import { getHealth, getLiveness, getReadiness } from '@airdeck/contract/health/routes';
import { addPublicRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import type { Readiness } from './readiness.ts';

/** For a supervisor or a load balancer, which reads the status alone. */
export const addHealthRoutes = (http: Http, readiness: Readiness): void => {
  addPublicRoute(http, getLiveness, () => ({ status: 'ok' as const }));
  for (const route of [getReadiness, getHealth]) {
    addPublicRoute(http, route, async ({ reply }) => {
      const problems = await readiness();
      if (problems.length === 0) return { status: 'ok' as const, problems };
      reply.code(503);
      return { status: 'failing' as const, problems };
    });
  }
};
