import type { AppliedRule, RuleVerdict } from '@airdeck/contract/limit/compliance';
import type { YearlySheet } from '@airdeck/contract/report/yearly';
import { localDay } from '@airdeck/domain/calendar';
import { openingHoursIn } from '@airdeck/domain/limit/opening-hours';
import { quantityKey } from '@airdeck/domain/report/statutory';
import type { Words } from './words.ts';

/** Rows of a yearly sheet as texts, the same in both kinds of file. */
export type Rows = readonly (readonly string[])[];

const orUnknown = (words: Words, value: string | number | null): string =>
  value === null || value === ''
    ? words.texts.airReport.yearly.unknown
    : typeof value === 'number'
      ? words.number(value)
      : value;

/** Part 1 of the form. */
export const facilityRows = (words: Words, sheet: YearlySheet): Rows => {
  const { admin, airReport } = words.texts;
  const { yearly } = airReport;
  const { facility, entries } = sheet;
  const { choice } = admin;
  const hours = facility.opening_hours && openingHoursIn(words.language, facility.opening_hours);
  const kind = facility.kind && choice.facility_kind[facility.kind];
  return [
    [yearly.facility, `${sheet.organization_name} ${sheet.office_name}`],
    [yearly.kind, orUnknown(words, kind)],
    [yearly.group, facility.group ?? '–'],
    [yearly.region, orUnknown(words, facility.region && choice.region[facility.region])],
    [yearly.address, orUnknown(words, entries.address)],
    [yearly.head, orUnknown(words, entries.head)],
    [yearly.area, facility.area === null ? yearly.unknown : `${words.number(facility.area)} m²`],
    [yearly.beds, facility.beds === null ? '–' : words.number(facility.beds)],
    [yearly.seats, facility.seats === null ? '–' : words.number(facility.seats)],
    [yearly.ventilation, orUnknown(words, facility.ventilation && choice.ventilation[facility.ventilation])],
    [yearly.openingHours, orUnknown(words, hours?.replaceAll('\n', ' · ') ?? null)],
    [yearly.coverage, yearly.coverages[facility.coverage]],
  ];
};

/** Part 2: registered purifiers, and equipment that was entered. */
export const equipmentRows = (words: Words, { purifiers, entries }: YearlySheet): Rows => {
  const { yearly } = words.texts.airReport;
  return [
    ...purifiers.map(({ name, department_name, model, running_h }) => [
      `${yearly.purifier}: ${name} (${department_name})`,
      ...[model ?? '–', '1', '–', '–', running_h === null ? '–' : words.number(running_h)],
    ]),
    ...entries.equipment.map(({ equipment, model, count, air_flow, filter_changed }) => [
      ...[equipment, model || '–', words.number(count), air_flow === null ? '–' : words.number(air_flow)],
      ...[filter_changed ?? '–', '–'],
    ]),
  ];
};

/** Part 3: what a laboratory measured. */
export const resultRows = (words: Words, { entries, limits, verdicts }: YearlySheet): Rows => {
  const { airReport, compliance } = words.texts;
  const { yearly } = airReport;
  return entries.results.map((result, at) => {
    const limit = limits.find(({ quantity }) => quantity === result.quantity);
    const verdict = verdicts[at] ?? null;
    const number = (value: number | null) => (value === null ? '–' : words.number(value));
    return [
      ...[
        yearly.quantities[quantityKey(result.quantity)],
        result.place,
        words.number(result.times),
        number(result.lowest),
      ],
      ...[number(result.highest), number(result.mean), result.taken || '–'],
      limit === undefined
        ? yearly.noLimit
        : `${compliance.symbol[limit.direction]} ${words.number(limit.value)} ${limit.unit}${limit.draft ? ` (${compliance.draft})` : ''}`,
      ...[verdict === null ? '–' : compliance.verdicts[verdict], result.instrument || '–'],
    ];
  });
};

/** Season, deadlines and how long data are kept. */
export const deadlineLines = (words: Words, { deadlines }: Pick<YearlySheet, 'deadlines'>): string[] => {
  const { yearly } = words.texts.airReport;
  const { season, report_by, kept_until, readings_days } = deadlines;
  return [
    season === null ? yearly.noSeason : words.fill(yearly.season, season),
    // Without a duty to measure, and without a measurement, nothing is due.
    ...(season === null && report_by === null
      ? []
      : [
          report_by === null ? yearly.notMeasured : words.fill(yearly.reportBy, { day: report_by }),
          words.fill(yearly.keptUntil, { day: kept_until }),
        ]),
    ...(readings_days === null ? [] : [words.fill(yearly.readingsKept, { days: readings_days })]),
  ];
};

const verdictRow = (words: Words, rule: AppliedRule, verdict: RuleVerdict, zone: string): string[] => {
  const { compliance } = words.texts;
  const { worst } = verdict;
  return [
    words.limit(rule),
    `${compliance.averaging[rule.averaging]}, ${compliance.hours[rule.hours]}`,
    compliance.verdicts[verdict.verdict],
    words.percent(verdict.share_of_valid),
    words.percent(verdict.share_of_all),
    words.percent(verdict.completeness),
    worst === null
      ? '–'
      : `${words.value(rule.type, worst.value)} (${localDay(Date.parse(worst.start), zone)}, ${worst.meter_name})`,
  ];
};

/** The annex: the verdicts of the office's continuous data. */
export const annexRows = (words: Words, { annex, time_zone }: YearlySheet): Rows =>
  annex.office.flatMap((verdict) => {
    const rule = annex.rules.find(({ code }) => code === verdict.rule);
    return rule === undefined ? [] : [verdictRow(words, rule, verdict, time_zone)];
  });

/** The annex by room: its worst rule decides. */
export const roomRows = (words: Words, { annex, time_zone }: YearlySheet): Rows =>
  annex.rooms.flatMap(({ name, verdicts }) =>
    verdicts.flatMap((verdict) => {
      const rule = annex.rules.find(({ code }) => code === verdict.rule);
      return rule === undefined ? [] : [[name, ...verdictRow(words, rule, verdict, time_zone)]];
    }),
  );

/** Heads of the tables above. */
export const headsOf = ({ texts }: Words) => {
  const { airReport, compliance, monitoring } = texts;
  const { yearly, method } = airReport;
  const verdict = [
    ...[compliance.rule, method.averaging, compliance.verdict, compliance.shareOfValid, compliance.shareOfAll],
    ...[compliance.completeness, compliance.worst],
  ];
  return {
    facility: [yearly.item, yearly.content],
    equipment: [
      ...[yearly.equipment, yearly.model, yearly.count, yearly.airFlow, yearly.filterChanged, yearly.running],
    ],
    results: [
      ...[yearly.quantity, yearly.place, yearly.times, yearly.lowest, yearly.highest, yearly.mean, yearly.taken],
      ...[yearly.limit, yearly.verdict, yearly.instrument],
    ],
    annex: verdict,
    rooms: [monitoring.kind.department, ...verdict],
  };
};
