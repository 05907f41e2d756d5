import {
  type COMMAND_ORDERS,
  type CommandsQuery,
  exportCommands,
  getCommand,
  getCommandCounts,
  getCommands,
  getControlTargets,
  previewCommand,
  sendCommands,
} from '@airdeck/contract/control/routes';
import type { CommandRecord } from '@airdeck/contract/control/schema';
import { readAction } from '@airdeck/domain/control/command';
import type { Obstacle } from '@airdeck/domain/control/obstacle';
import { addResourceExport, type ResourceExportOptions } from '../../export/resource-export.ts';
import { type Texts, textsOf } from '../../export/texts.ts';
import { withLocalizedNames } from '../../localization/localized-names-queries.ts';
import { pageAnswer, readPage } from '../../platform/db/read-page.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import type { Who } from '../../platform/http/who.ts';
import { presentController } from '../../resource/controller-view.ts';
import { addToPeriods, checkDays, emptyPeriods, timeZoneOf } from '../../resource/period-counts.ts';
import {
  COMMAND_SCOPE,
  type CommandRow,
  commandFilters,
  commandList,
  countCommands,
  findCommand,
  presentCommand,
  reachedCommands,
} from './record-queries.ts';
import { previewCommands, type RequestOptions, requestCommands } from './request-commands.ts';
import { readTargets } from './target-queries.ts';
import { presentTarget } from './targets.ts';

export type ControlRoutesOptions = RequestOptions & ResourceExportOptions;

/** For a single purifier these are failures; for several, each has its own result. */
const failAlone = (results: readonly { obstacle: Obstacle | null }[]): void => {
  const [first, ...rest] = results;
  if (first === undefined) throw new Failure('RESOURCE_NOT_FOUND');
  if (rest.length > 0) return;
  if (first.obstacle === 'METER_DISCONNECT' || first.obstacle === 'DEVICE_UNUSED') throw new Failure(first.obstacle);
};

type Words = Readonly<Record<string, string | undefined>>;

/** An action with its unit, and the reason of a refusal, as people read them. */
const inWords = (record: CommandRecord, { control: { action, unit, reason } }: Texts): CommandRecord => {
  const value = readAction(record.command, record.action);
  const wordOf = (): string => {
    if (value.kind === 'number') return unit[value.unit].replace('{{value, number}}', String(value.value));
    return value.kind === 'time' ? value.clock : ((action as Words)[value.word] ?? value.word);
  };
  const refusal = record.refusal === null ? null : ((reason as Words)[record.refusal] ?? record.refusal);
  return { ...record, action: wordOf(), refusal };
};

/** Commands of people to purifiers, and their outcome. */
export const addControlRoutes = (http: Http, options: ControlRoutesOptions): void => {
  const { db, registry, clock } = options;
  const zoneOf = ({ organizationId }: Who): string => timeZoneOf(registry, organizationId);

  addRoute(http, getControlTargets, async ({ query, scope, request, who }) => {
    const language = languageOf(request, who);
    const now = clock.now();
    const { rows, total } = await readTargets(db, scope, query, { language, now });
    const targets = rows.map((row) => ({
      ...presentTarget(row, now, language === 'en'),
      controlled_by: presentController(row.controller, now),
    }));
    return pageAnswer(await withLocalizedNames(db, language, targets), total, query.size);
  });

  addRoute(http, previewCommand, async ({ body, scope }) => {
    const previewed = await previewCommands(options, scope, {
      purifierIds: body.purifier_ids,
      command: body.command,
      action: body.action,
    });
    if (previewed.length === 0) throw new Failure('RESOURCE_NOT_FOUND');
    return { targets: previewed.map(({ purifierId, obstacle }) => ({ purifier_id: purifierId, obstacle })) };
  });

  addRoute(http, sendCommands, async ({ body, scope, editor }) => {
    const results = await requestCommands(options, scope, {
      batchId: body.batch_id,
      purifierIds: body.purifier_ids,
      command: body.command,
      action: body.action,
      description: body.description?.trim() || null,
      origin: 'PERSON',
      ...editor,
    });
    failAlone(results);
    return {
      results: results.map(({ purifierId, commandId, obstacle }) => ({
        purifier_id: purifierId,
        command_id: commandId,
        obstacle,
      })),
    };
  });

  addRoute(http, getCommands, async ({ query, scope, request, who }) => {
    const language = languageOf(request, who);
    const asked = { ...query, timeZone: query.timeZone ?? zoneOf(who) };
    checkDays(asked, asked.timeZone, clock.now());
    const conditions = [reachedCommands(scope), ...commandFilters(asked, language)];
    const { rows, total } = await readPage<CommandRow, (typeof COMMAND_ORDERS)[number]>(
      db,
      commandList(language),
      conditions,
      asked,
    );
    return pageAnswer(rows.map(presentCommand), total, query.size);
  });

  addResourceExport(
    http,
    options,
    { export: exportCommands, read: getCommand },
    {
      ...{ table: 'command', alias: 'k', list: commandList, scope: COMMAND_SCOPE },
      filters: (query: CommandsQuery, language, zone) => {
        checkDays(query, query.timeZone ?? zone, clock.now());
        return commandFilters(query, language);
      },
      present: (row: CommandRow, language) => inWords(presentCommand(row), textsOf(language)),
    },
  );

  addRoute(http, getCommandCounts, async ({ query, scope, who, request }) => {
    const language = languageOf(request, who);
    const timeZone = query.timeZone ?? zoneOf(who);
    const days = { from: query.startTime, to: query.endTime };
    const periods = emptyPeriods(query.unit, days, { timeZone, now: clock.now() }, () => ({
      CONFIRMED: 0,
      OPEN: 0,
      FAILED: 0,
    }));
    addToPeriods(
      periods,
      await countCommands(db, scope, commandFilters({ ...query, timeZone }, language), language),
      (counts, { outcome, count }) => {
        counts[outcome] += count;
      },
    );
    return {
      time_zone: timeZone,
      buckets: periods.map(({ start, counts }) => ({ start: new Date(start).toISOString(), counts })),
    };
  });

  addRoute(http, getCommand, async ({ params, scope, request, who }) => {
    const row = await findCommand(db, scope, params.id, languageOf(request, who));
    if (!row) throw new Failure('RESOURCE_NOT_FOUND');
    return presentCommand(row);
  });
};
