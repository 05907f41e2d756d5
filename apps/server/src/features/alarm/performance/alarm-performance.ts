import { type AlarmQuality, type AlarmSubject, getAlarmQuality } from '@airdeck/contract/alarm/quality';
import { addDays, localDay, startOfLocalDay } from '@airdeck/domain/calendar';
import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import type { Clock } from '../../../platform/clock.ts';
import { routed, type StandbyReads } from '../../../platform/db/standby-reads.ts';
import { addLongRoute } from '../../../platform/http/add-route.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { languageOf } from '../../../platform/http/request-language.ts';
import { questionDb } from '../../../platform/questions/question-db.ts';
import { localName, type Registry } from '../../../registry/registry.ts';
import { visibleOrganizations } from '../../../registry/visible-organizations.ts';
import { localNames } from '../local-names.ts';
import { noCounts } from '../severity-counts.ts';
import {
  countByDay,
  countFloods,
  type DayCount,
  findTotals,
  findWorst,
  listChattering,
  listDoubtfulSensors,
  listFrequent,
  listLasting,
  type PeriodCount,
} from './alarm-performance-queries.ts';

export interface AlarmQualityOptions {
  reads: Pick<StandbyReads, 'forRequest'>;
  registry: Pick<Registry, 'snapshot'>;
  clock: Clock;
}

const HOUR_S = 3600;
const TEN_MINUTES_S = 600;

const worstOf = (worst: PeriodCount | undefined) =>
  worst === undefined ? null : { start: worst.start.toISOString(), count: worst.count };

const perDay = (rows: readonly DayCount[], days: readonly string[], zone: string): AlarmQuality['per_day'] =>
  days.map((day) => {
    const counts = noCounts();
    for (const row of rows) if (row.day === day) counts[row.severity] += row.count;
    return { start: new Date(startOfLocalDay(day, zone)).toISOString(), counts };
  });

/** Routes for alarm performance: which rules flood people with alarms. */
export const addAlarmQualityRoutes = (http: Http, { reads, registry, clock }: AlarmQualityOptions): void => {
  addLongRoute(http, getAlarmQuality, async ({ query, scope, who, request, question }) => {
    question.expect(Number(query.days));
    const db = questionDb(routed(reads.forRequest()), question);
    const snapshot = registry.snapshot();
    const zone = query.timeZone ?? snapshot.organizations.get(who.organizationId)?.timeZone ?? 'UTC';
    const now = clock.now();
    const today = localDay(now, zone);
    const days = Array.from({ length: Number(query.days) }, (_, i) => addDays(today, i + 1 - Number(query.days)));
    const start = startOfLocalDay(days[0] ?? today, zone);
    // The end is exclusive: include alarms of this millisecond.
    const to = now + 1;
    const asked = { scope, organizationId: query.organizationId, from: new Date(start), to: new Date(to) };
    const totals = await findTotals(db, asked);
    const lasting = await listLasting(db, asked, new Date(now - DAY_MS));
    const language = languageOf(request, who);
    const withLocalizedNames = <R extends AlarmSubject>(row: R): R => localNames(row, snapshot, language);
    const withLast = <R extends AlarmSubject & { last: Date }>(row: R) => {
      const { last, ...rest } = withLocalizedNames(row);
      return { ...rest, last_time: last.toISOString() };
    };
    return {
      time_zone: zone,
      from_day: days[0] ?? today,
      to_day: today,
      organizations: visibleOrganizations(snapshot, scope).map((each) => ({
        id: each.id,
        name: localName(each, language),
      })),
      alarms: totals.alarms,
      returns: totals.returns,
      per_day: perDay(await countByDay(db, asked, zone), days, zone),
      per_hour: totals.alarms / ((to - start) / HOUR_MS),
      worst_hour: worstOf(await findWorst(db, asked, HOUR_S)),
      worst_ten_minutes: worstOf(await findWorst(db, asked, TEN_MINUTES_S)),
      floods: await countFloods(db, asked),
      acknowledge: { count: totals.acknowledged, median_s: totals.acknowledge_s },
      clear: { count: totals.cleared, median_s: totals.clear_s },
      frequent: (await listFrequent(db, asked)).map(withLast),
      chattering: (await listChattering(db, asked)).map((row) => ({
        ...withLocalizedNames(row),
        start: row.start.toISOString(),
      })),
      lasting: lasting.map(withLocalizedNames).map(({ occurred, ended, total: _, ...row }) => ({
        ...row,
        occured_time: occurred.toISOString(),
        ended_time: ended?.toISOString() ?? null,
      })),
      lasting_count: lasting[0]?.total ?? 0,
      sensors: (await listDoubtfulSensors(db, asked)).map(withLast),
    };
  });
};
