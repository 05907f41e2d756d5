import { type ComplianceAnswer, getCompliance, getLimitPacks } from '@airdeck/contract/limit/compliance';
import { createGiveWay } from '../../../platform/give-way.ts';
import { addLongRoute, addRoute } from '../../../platform/http/add-route.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { JsonText } from '../../../platform/http/long-answer.ts';
import type { ContextsOf } from '../list/answer-list.ts';
import { loadCompliance } from './compliance.ts';
import { listPacks } from './packs.ts';

/** The JSON text of an answer, place by place: a thousand meters are several megabytes. */
async function* complianceText({ places, ...head }: ComplianceAnswer): AsyncGenerator<string> {
  const giveWay = createGiveWay();
  let before = `${JSON.stringify(head).slice(0, -1)},"places":[`;
  for (const place of places) {
    await giveWay();
    yield before + JSON.stringify(place);
    before = ',';
  }
  yield `${places.length > 0 ? '' : before}]}`;
}

export const addComplianceRoutes = (http: Http, contextsOf: ContextsOf): void => {
  addRoute(http, getLimitPacks, async (call) => ({ packs: await listPacks(contextsOf(call).averages) }));
  addLongRoute(http, getCompliance, async (call) => {
    return new JsonText(complianceText(await loadCompliance(contextsOf(call).averages, call.query)));
  });
};
