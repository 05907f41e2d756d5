import type { AveragesSummary } from '@airdeck/contract/history/schema';
import {
  MAX_REPORT_METERS,
  type MonthlyQuery,
  type MonthlyReport,
  type ReportDay,
  type Visit,
} from '@airdeck/contract/report/monthly';
import { localDay } from '@airdeck/domain/calendar';
import { receivedFrames, shareReceived } from '@airdeck/domain/completeness';
import { type DayRange, dayCount, timeRangeOf } from '@airdeck/domain/range';
import { monthVerdict } from '@airdeck/domain/report/advice';
import { daysOfMonth, monthBefore } from '@airdeck/domain/report/month';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { Failure } from '../../../platform/http/failure.ts';
import { localName } from '../../../registry/registry.ts';
import type { Meter, Office } from '../../../registry/snapshot.ts';
import { isVisible } from '../../../registry/visible-organizations.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { readBuckets } from '../../../store/history/read-buckets.ts';
import { INDEX_CHANNEL } from '../../../store/rollups/rollup-rows.ts';
import { openPlaceAverages } from '../averages/place-averages.ts';
import { summarize } from '../averages/summary.ts';
import { loadCompliance } from '../compliance/compliance.ts';
import { listFacts } from '../compliance/facility-queries.ts';
import { findPack } from '../compliance/packs.ts';
import { createPlan } from '../compliance/plan.ts';
import { metersOf } from '../request/filter.ts';
import { typeLines } from './month-types.ts';
import { monthVentilation } from './month-ventilation.ts';
import { type OpenHour, readOpenHours } from './office-hours.ts';
import { loadRunningHours } from './running-hours.ts';
import { readOfficeFacts, usualPack } from './usual-pack.ts';
import { worstRooms } from './worst-rooms.ts';

/** A meter that sent less than this share of the month's readings needs a visit, if it is in use. */
const LITTLE_DATA = 0.75;
const SILENT = 0.01;
const MAX_DAYS = 31;

/** Facts of a report from other areas: alarms, sensors in doubt, and filters. */
export interface MonthExtras {
  alarms: MonthlyReport['alarms'];
  /** Sensors that were stuck or drifted. */
  doubtful: readonly Visit[];
  /** Days until the first filter of a purifier is due. */
  filterDays: ReadonlyMap<number, number | null>;
}

export type LoadExtras = (office: Office, days: DayRange) => Promise<MonthExtras>;

/** @throws Failure RESOURCE_NOT_FOUND when the viewer does not see it */
export const findOffice = (context: RequestContext, id: number): Office => {
  const office = context.snapshot.offices.get(id);
  if (office === undefined || !isVisible(context, office)) throw new Failure('RESOURCE_NOT_FOUND');
  return office;
};

const readCalendar = async (
  context: RequestContext,
  officeId: number,
  from: string,
  to: string,
): Promise<ReportDay[]> => {
  const query = { officeId, level: 'office', unit: 'day', startTime: from, endTime: to, meterId: undefined } as const;
  const list = await openPlaceAverages(context, { ...query, sort: [] });
  const days: ReportDay[] = [];
  for await (const rows of list.chunks(0, MAX_DAYS)) {
    for (const { start, time_zone, index, grade, completeness } of rows) {
      days.push({ day: localDay(Date.parse(start), time_zone), index, grade, completeness });
    }
  }
  return days.sort((a, b) => (a.day < b.day ? -1 : 1));
};

const summaryOf = async (context: RequestContext, officeId: number, month: string): Promise<AveragesSummary> => {
  const { from, to } = daysOfMonth(month);
  return summarize(context, { officeId, level: 'office', startTime: from, endTime: to, meterId: undefined });
};

/** Meters in use that sent too little. */
const littleData = async (context: RequestContext, meters: readonly Meter[], days: DayRange): Promise<Visit[]> => {
  const { language, now, snapshot } = context;
  const used = meters.filter(({ use, deletedTime }) => use === 'Y' && deletedTime === null);
  const asked = { meters: used, channels: [INDEX_CHANNEL], unit: 'month', ...days } as const;
  const read = await context.read((tx) => readBuckets(tx, snapshot, asked));
  return used.flatMap((meter): Visit[] => {
    const count = read.get(meter.id)?.get(INDEX_CHANNEL)?.count ?? [];
    const { start, end } = timeRangeOf(days, meter.organization.timeZone);
    const sent = count.reduce((sum, each) => sum + each, 0);
    const { frames, expected } = receivedFrames(sent, meter, start, Math.min(end, now));
    const completeness = shareReceived(frames, expected);
    if (expected === 0 || completeness >= LITTLE_DATA) return [];
    return [
      {
        meter_name: localName(meter, language),
        department_name: localName(meter.department, language),
        reason: completeness < SILENT ? 'SILENT' : 'LITTLE_DATA',
        completeness,
        sensor_name: null,
      },
    ];
  });
};

/**
 * The monthly report of an office.
 * @throws Failure INVALID_PARAMETER, RESOURCE_NOT_FOUND, QUESTION_TOO_BIG
 */
export const loadMonth = async (
  context: RequestContext,
  { officeId, month, pack: chosen }: MonthlyQuery,
  loadExtras: LoadExtras,
): Promise<MonthlyReport> => {
  const { language, now } = context;
  const office = findOffice(context, officeId);
  const { organization } = office;
  const zone = organization.timeZone;
  const today = localDay(now, zone);
  const whole = daysOfMonth(month);
  const days = { from: whole.from, to: whole.to < today ? whole.to : today };
  if (days.to < days.from) throw new Failure('INVALID_PARAMETER', { month: 'FUTURE' });
  const meters = metersOf(context, { officeId, startTime: days.from });
  if (meters.length > MAX_REPORT_METERS) throw new Failure('QUESTION_TOO_BIG');
  context.work?.expect(meters.length * dayCount(days));
  const officeFacts = await readOfficeFacts(context, office, days.to);
  const code = chosen ?? usualPack(officeFacts, days.to);
  const asked = { pack: code, officeId, startTime: days.from, endTime: days.to, meterId: undefined } as const;
  const ofOffice = await loadCompliance(context, { ...asked, level: 'office' });
  const ofRooms = await loadCompliance(context, { ...asked, level: 'department' });
  const pack = await findPack(context, code);
  const facts = await context.read((tx) => listFacts(tx, [organization.id]));
  const plan = createPlan(pack, days, facts);
  const indoors = meters.filter(({ id }) => !plan.outdoorMeters.has(id));
  const hours: OpenHour[] = [];
  for await (const hour of readOpenHours(context, indoors, days, plan)) hours.push(hour);
  const byType = new Map(SENSOR_TYPES.map((type) => [type, hours.filter((hour) => hour.type === type)]));
  const months = [month, monthBefore(month), monthBefore(month, 12)] as const;
  const summaries = await Promise.all(months.map((each) => summaryOf(context, officeId, each)));
  const [place] = ofOffice.places;
  const rulesByCode = new Map(ofOffice.rules.map((rule) => [rule.code, rule]));
  const judged = (place?.verdicts ?? []).flatMap((verdict) => {
    const rule = rulesByCode.get(verdict.rule);
    return rule === undefined ? [] : [{ rule, verdict }];
  });
  const valid = judged.reduce((sum, { verdict }) => sum + verdict.valid, 0);
  const complied = judged.reduce((sum, { verdict }) => sum + verdict.complied, 0);
  const extras = await loadExtras(office, days);
  const trendOf = (at: 0 | 1 | 2) => ({ month: months[at], index: summaries[at]?.index ?? null });
  return {
    office_id: office.id,
    office_name: localName(office, language),
    organization_name: localName(organization, language),
    month,
    time_zone: zone,
    made_on: today,
    pack: ofOffice.pack,
    verdict: monthVerdict(
      judged.map(({ rule, verdict }) => ({
        verdict: verdict.verdict,
        shareOfValid: verdict.share_of_valid,
        isRecommended: rule.recommended,
      })),
    ),
    trend: [trendOf(0), trendOf(1), trendOf(2)],
    grade: summaries[0]?.grade ?? null,
    share_of_valid: valid === 0 ? null : complied / valid,
    completeness: summaries[0]?.completeness ?? null,
    hours_known: place?.hours_known ?? false,
    types: typeLines(summaries[0]?.values ?? {}, judged, pack.rules, byType),
    days: await readCalendar(context, officeId, days.from, days.to),
    rooms: worstRooms(ofRooms.places, ofRooms.rules, hours, context.snapshot),
    rooms_total: ofRooms.places.length,
    ventilation: await monthVentilation(context, indoors, days, facts),
    purifiers: (await loadRunningHours(context, officeId, days)).map(({ purifierId, ...purifier }) => ({
      ...purifier,
      filter_days: extras.filterDays.get(purifierId) ?? null,
    })),
    alarms: extras.alarms,
    visits: [...(await littleData(context, meters, days)), ...extras.doubtful],
    rules: ofOffice.rules,
  };
};
