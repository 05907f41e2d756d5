import { dayRangeOf } from '@airdeck/contract/history/query';
import { getCurrentPurifiers } from '@airdeck/contract/purifier/current';
import { getEffect } from '@airdeck/contract/purifier/effect';
import { getFilters, getReplacements, replaceFilter } from '@airdeck/contract/purifier/filter';
import type { Scope } from '@airdeck/domain/policy/may';
import { insertAudit } from '../../audit/audit-queries.ts';
import type { FeedWriter } from '../../feed/feed.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { pageAnswer } from '../../platform/db/read-page.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Purifier, RegistrySnapshot } from '../../registry/snapshot.ts';
import { isVisible, visibleOrganizations } from '../../registry/visible-organizations.ts';
import { readCurrentPurifiers } from './current-purifiers.ts';
import { readEffects } from './effects.ts';
import { readFilterLives } from './filter-lives.ts';
import { listCounters } from './filter-queries.ts';
import { listReplacements } from './replacement-queries.ts';
import { replaceByPerson } from './replacements.ts';

export interface PurifierRoutesOptions {
  db: Db;
  registry: Pick<Registry, 'snapshot'>;
  clock: Clock;
  feed: FeedWriter;
}

const metersOf = (snapshot: RegistrySnapshot, scope: Scope) =>
  visibleOrganizations(snapshot, scope).flatMap(({ offices }) =>
    offices.flatMap(({ departments }) => departments.flatMap(({ meters }) => meters.filter(({ use }) => use === 'Y'))),
  );

/** Purifiers outside the scope do not exist. @throws Failure RESOURCE_NOT_FOUND */
const findPurifier = (snapshot: RegistrySnapshot, scope: Scope, id: number): Purifier => {
  const purifier = snapshot.purifiers.get(id);
  const organizations = visibleOrganizations(snapshot, scope);
  const isSeen = purifier && isVisible({ organizations, scope }, purifier.meter.department);
  if (!isSeen || purifier.meter.use === 'N') throw new Failure('RESOURCE_NOT_FOUND');
  return purifier;
};

const purifiersOf = (
  snapshot: RegistrySnapshot,
  scope: Scope,
  { meterId, purifierId }: { meterId?: number | undefined; purifierId?: number | undefined },
): readonly Purifier[] => {
  if (purifierId !== undefined) {
    const purifier = findPurifier(snapshot, scope, purifierId);
    return meterId === undefined || meterId === purifier.meter.id ? [purifier] : [];
  }
  const meters = metersOf(snapshot, scope).filter(({ id }) => meterId === undefined || id === meterId);
  if (meterId !== undefined && meters.length === 0) throw new Failure('RESOURCE_NOT_FOUND');
  return meters.flatMap(({ purifiers }) => purifiers);
};

/** Routes for the last reports of purifiers, their filters and replacements, and their effect on the air. */
export const addPurifierRoutes = (http: Http, { db, registry, clock, feed }: PurifierRoutesOptions): void => {
  addRoute(http, getCurrentPurifiers, ({ query, scope, request, who }) => {
    const snapshot = registry.snapshot();
    const language = languageOf(request, who);
    return readCurrentPurifiers(db, { snapshot, scope, language, now: clock.now() }, query);
  });

  addRoute(http, getFilters, async ({ query, scope }) => ({
    purifiers: await readFilterLives(db, purifiersOf(registry.snapshot(), scope, query), clock.now()),
  }));

  addRoute(http, getReplacements, async ({ params, query, scope }) => {
    const { id } = findPurifier(registry.snapshot(), scope, params.id);
    const { rows, total } = await listReplacements(db, id, query);
    const content = rows.map((row) => ({
      id: row.id,
      number: row.filter,
      time: row.time.toISOString(),
      source: row.source,
      login: row.user_login,
      used_h: row.used_h,
    }));
    return pageAnswer(content, total, query.size);
  });

  addRoute(http, getEffect, ({ params, query, scope }) =>
    readEffects(db, findPurifier(registry.snapshot(), scope, params.id), dayRangeOf(query), clock.now()),
  );

  addRoute(http, replaceFilter, async ({ params, body, scope, editor }) => {
    const purifier = findPurifier(registry.snapshot(), scope, params.id);
    const { id, meter } = purifier;
    const { number: filter } = params;
    const now = clock.now();
    const answer = await db.tx(async (tx) => {
      const [before] = await readFilterLives(tx, [purifier], now);
      const [counters] = await listCounters(tx, [id], now);
      const counterH = counters?.state.filter_use_h[filter - 1];
      if (before === undefined || counterH === undefined) throw new Failure('RESOURCE_NOT_FOUND');
      await replaceByPerson(tx, id, { filter, time: now, counterH, by: editor.userId, lastId: body.last_id });
      const [after] = await readFilterLives(tx, [purifier], now);
      if (after === undefined) throw new Failure('RESOURCE_NOT_FOUND');
      const factOf = ({ filters }: typeof after) => ({ filter, used_h: filters[filter - 1]?.used_h ?? null });
      await insertAudit(
        tx,
        editor,
        [
          {
            ...{ action: 'write', entity: 'purifiers', entityId: id, organizationId: meter.organization.id },
            ...{ before: factOf(before), after: factOf(after) },
          },
        ],
        now,
      );
      // The alarm engine evaluates the purifier again, without waiting for its next report.
      await feed.append(tx, [{ kind: 'errors', error: { meterId: meter.id, code: 'P010' } }]);
      return after;
    });
    feed.wake('errors');
    return answer;
  });
};
