import {
  type AutoMode,
  type AutoModeFields,
  copyAutoMode,
  dryRunAutoMode,
  getAutoMode,
  getAutoModes,
  overrideAutoMode,
  resumeAutoMode,
  setAutoMode,
  syncAutoModes,
} from '@airdeck/contract/control/auto-mode';
import { DEFAULT_OVERRIDE_MIN } from '@airdeck/domain/control/auto-command';
import { type AutoThresholds, isSameThresholds } from '@airdeck/domain/control/auto-mode';
import type { Scope } from '@airdeck/domain/policy/may';
import type { FastifyRequest } from 'fastify';
import type { AuditedChange } from '../../../audit/audit-queries.ts';
import type { FeedWriter } from '../../../feed/feed.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import { pageAnswer } from '../../../platform/db/read-page.ts';
import { addRoute } from '../../../platform/http/add-route.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { Failure } from '../../../platform/http/failure.ts';
import { languageOf } from '../../../platform/http/request-language.ts';
import type { Who } from '../../../platform/http/who.ts';
import type { ChangeRegistry } from '../../../registry/change-registry.ts';
import type { Registry } from '../../../registry/registry.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import { sendSettings } from '../settings/settings-queries.ts';
import { runDry } from './dry-run.ts';
import { giveBackControl } from './give-back.ts';
import {
  type AutoModeRow,
  insertAutoMode,
  listAutoModes,
  lockAutoModes,
  overrideAuto,
  readAutoModes,
  resumeAuto,
  updateAutoMode,
} from './mode-queries.ts';
import { automaticTypes, presentAutoMode } from './present.ts';

/** From one address: each reads days of readings. */
const DRY_RUNS_A_MINUTE = 30;

export interface AutoModeRoutesOptions {
  db: Db;
  registry: Registry;
  changeRegistry: ChangeRegistry;
  clock: Clock;
  feed: FeedWriter;
  newId(): string;
}

const fieldsOf = ({ auto_use, thresholds, override_min }: AutoModeRow): AutoModeFields | null =>
  auto_use === null || thresholds === null ? null : { use: auto_use, thresholds, override_min };

/** The fields of a setting for the audit log. */
const audited = (fields: AutoModeFields | null): object | null =>
  fields && {
    auto_mode: fields.use,
    ...Object.fromEntries(Object.entries(fields.thresholds).map(([type, bounds]) => [type, bounds.join(' · ')])),
    override_min: fields.override_min,
  };

const noteOf = (
  { id, organization_id, meter_id }: AutoModeRow,
  before: object | null,
  after: object | null,
): AuditedChange => ({
  ...{ action: 'write', entity: 'purifiers', entityId: id, organizationId: organization_id, meterId: meter_id },
  ...{ before, after },
});

const write = async (tx: Tx, row: AutoModeRow, fields: AutoModeFields): Promise<void> => {
  if (row.auto_version !== null) return updateAutoMode(tx, row.id, fields);
  if (!(await insertAutoMode(tx, row.id, fields))) throw new Failure('EDITED_MEANWHILE');
};

/** The automatic mode of purifiers: settings, present state and overrides. */
export const addAutoModeRoutes = (http: Http, options: AutoModeRoutesOptions): void => {
  const { db, registry, changeRegistry, clock, feed } = options;

  const present = (row: AutoModeRow, request: FastifyRequest, who: Who): AutoMode =>
    presentAutoMode(row, {
      snapshot: registry.snapshot(),
      now: clock.now(),
      isEnglish: languageOf(request, who) === 'en',
    });

  const mustFind = async (tx: Db | Tx, scope: Scope, id: number): Promise<AutoModeRow> => {
    const [row] = await listAutoModes(tx, scope, [id]);
    if (row === undefined) throw new Failure('RESOURCE_NOT_FOUND');
    return row;
  };

  const meterOf = ({ meter_id }: AutoModeRow): Meter => {
    const meter = registry.snapshot().meters.get(meter_id);
    if (meter === undefined) throw new Failure('RESOURCE_NOT_FOUND');
    return meter;
  };

  addRoute(http, getAutoModes, async ({ query, scope, request, who }) => {
    const { rows, total } = await readAutoModes(db, scope, query, clock.now());
    return pageAnswer(
      rows.map((row) => present(row, request, who)),
      total,
      query.size,
    );
  });

  addRoute(http, getAutoMode, async ({ params, scope, request, who }) =>
    present(await mustFind(db, scope, params.id), request, who),
  );

  addRoute(http, setAutoMode, async ({ params: { id }, body, scope, editor, request, who }) => {
    const { version, ...fields } = body;
    const row = await changeRegistry(editor, async ({ tx, note }) => {
      await lockAutoModes(tx, [id]);
      const before = await mustFind(tx, scope, id);
      if ((before.auto_version ?? 0) !== version) throw new Failure('EDITED_MEANWHILE');
      await write(tx, before, fields);
      if (fields.use === 'N') await giveBackControl(tx, options, scope, before);
      note(noteOf(before, audited(fieldsOf(before)), audited(fields)));
      return mustFind(tx, scope, id);
    });
    feed.wake('command');
    return present(row, request, who);
  });

  /** The thresholds of one purifier, as far as another's meter measures those types. */
  const copied = (row: AutoModeRow, thresholds: AutoThresholds): AutoThresholds | null => {
    const types = automaticTypes(registry.snapshot().meters.get(row.meter_id));
    const some = types.flatMap((type) => (thresholds[type] ? [[type, thresholds[type]] as const] : []));
    return some.length === 0 ? null : Object.fromEntries(some);
  };

  const copiesOf = async (tx: Db | Tx, scope: Scope, id: number, ids: readonly number[]) => {
    const { thresholds } = await mustFind(tx, scope, id);
    if (thresholds === null) throw new Failure('RESOURCE_NOT_FOUND');
    const others = (await listAutoModes(tx, scope, ids)).filter((row) => row.id !== id);
    return others.map((row) => ({ row, after: copied(row, thresholds) }));
  };

  addRoute(http, copyAutoMode, async ({ params: { id }, body, scope, editor }) => {
    const { purifier_ids, is_preview } = body;
    const copies = is_preview
      ? await copiesOf(db, scope, id, purifier_ids)
      : await changeRegistry(editor, async ({ tx, note }) => {
          await lockAutoModes(tx, purifier_ids);
          const all = await copiesOf(tx, scope, id, purifier_ids);
          for (const { row, after } of all) {
            const before = fieldsOf(row);
            if (after === null || (before !== null && isSameThresholds(before.thresholds, after))) continue;
            const fields = { ...(before ?? { use: 'N', override_min: DEFAULT_OVERRIDE_MIN }), thresholds: after };
            await write(tx, row, fields);
            note(noteOf(row, audited(before), audited(fields)));
          }
          return all;
        });
    return {
      results: copies.map(({ row, after }) => ({
        ...{ purifier_id: row.id, air_name: row.name, meter_name: row.meter_name, before: row.thresholds, after },
      })),
    };
  });

  addRoute(http, overrideAutoMode, async ({ params: { id }, body, scope, editor, request, who }) => {
    const row = await changeRegistry(editor, async ({ tx, note }) => {
      const before = await mustFind(tx, scope, id);
      if (before.auto_use !== 'Y') throw new Failure('RESOURCE_NOT_FOUND');
      await overrideAuto(tx, [id], clock.now(), body);
      note(noteOf(before, null, { auto_mode: 'OVERRIDDEN', override_min: body.minutes }));
      return mustFind(tx, scope, id);
    });
    return present(row, request, who);
  });

  addRoute(http, resumeAutoMode, async ({ params: { id }, scope, editor, request, who }) => {
    const row = await changeRegistry(editor, async ({ tx, note }) => {
      const before = await mustFind(tx, scope, id);
      await resumeAuto(tx, [id]);
      note(noteOf(before, { auto_mode: 'OVERRIDDEN' }, { auto_mode: before.auto_use }));
      return mustFind(tx, scope, id);
    });
    return present(row, request, who);
  });

  addRoute(
    http,
    dryRunAutoMode,
    async ({ params, body, scope }) => {
      const row = await mustFind(db, scope, params.id);
      return runDry(db, meterOf(row), body.thresholds, clock.now());
    },
    { perMinute: DRY_RUNS_A_MINUTE },
  );

  addRoute(http, syncAutoModes, async ({ body, scope, editor }) => {
    await changeRegistry(editor, async ({ tx, note }) => {
      const rows = await listAutoModes(tx, scope, body.purifier_ids);
      if (rows.length === 0) throw new Failure('RESOURCE_NOT_FOUND');
      await sendSettings(tx, [...new Set(rows.map(({ meter_id }) => meter_id))], clock.now());
      for (const row of rows) note(noteOf(row, null, { ...audited(fieldsOf(row)), auto_mode: 'SENT' }));
    });
    return {};
  });
};
