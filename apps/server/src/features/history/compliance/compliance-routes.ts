import { getCompliance, getLimitPacks } from '@airdeck/contract/limit/compliance';
import { addLongRoute, addRoute } from '../../../platform/http/add-route.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import type { ContextsOf } from '../list/answer-list.ts';
import { loadCompliance } from './compliance.ts';
import { listPacks } from './packs.ts';

export const addComplianceRoutes = (http: Http, contextsOf: ContextsOf): void => {
  addRoute(http, getLimitPacks, async (call) => ({ packs: await listPacks(contextsOf(call).averages) }));
  addLongRoute(http, getCompliance, (call) => loadCompliance(contextsOf(call).averages, call.query));
};
