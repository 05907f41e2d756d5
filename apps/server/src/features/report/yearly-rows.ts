import type { AppliedRule, RuleVerdict } from '@airdeck/contract/limit/compliance';
import type { YearlySheet } from '@airdeck/contract/report/yearly';
import { localDay } from '@airdeck/domain/calendar';
import { openingHoursIn } from '@airdeck/domain/limit/opening-hours';
import { inLimitUnit } from '@airdeck/domain/limit/rule';
import { FORM_UNITS, quantityKey } from '@airdeck/domain/report/statutory';
import type { Words } from './words.ts';

/** A number: as a text in the document; in the workbook a spreadsheet can calculate with it. */
interface NumberCell {
  readonly value: number;
  readonly text: string;
  /** Of spreadsheets. */
  readonly format: string;
}

export type Cell = string | NumberCell;

/** Rows of a yearly sheet, the same in both kinds of file. */
export type Rows = readonly (readonly Cell[])[];

export const cellText = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text);
export const textRows = (rows: Rows): string[][] => rows.map((row) => row.map(cellText));

/** By decimals: a format of optional ones would end whole numbers with a point. */
const NUMBER_FORMATS = ['#,##0', '#,##0.0', '#,##0.00', '#,##0.000'];

const formatOf = (value: number): string =>
  NUMBER_FORMATS.find((_, decimals) => Math.abs(value - Number(value.toFixed(decimals))) < 1e-9) ?? '#,##0.000';

const numberCell = (words: Words, value: number | null, unknown = '–'): Cell =>
  value === null ? unknown : { value, text: words.number(value), format: formatOf(value) };

const shareCell = (words: Words, share: number | null): Cell =>
  share === null ? '–' : { value: share, text: words.percent(share), format: '0.0%' };

const orUnknown = (words: Words, value: string | null): string => value || words.texts.airReport.yearly.unknown;

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
    [yearly.group, facility.group === null ? '–' : yearly.groups[facility.group]],
    [yearly.region, orUnknown(words, facility.region && choice.region[facility.region])],
    [yearly.address, orUnknown(words, entries.address)],
    [yearly.head, orUnknown(words, entries.head)],
    [`${yearly.area} (m²)`, numberCell(words, facility.area, yearly.unknown)],
    [yearly.beds, numberCell(words, facility.beds)],
    [yearly.seats, numberCell(words, facility.seats)],
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
      ...[model ?? '–', numberCell(words, 1), '–', '–', numberCell(words, running_h)],
    ]),
    ...entries.equipment.map(({ equipment, model, count, air_flow, filter_changed }) => [
      ...[equipment, model || '–', numberCell(words, count), numberCell(words, air_flow)],
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
    const { times, lowest, highest, mean } = result;
    return [
      ...[`${yearly.quantities[quantityKey(result.quantity)]} (${FORM_UNITS[result.quantity]})`, result.place],
      ...[times, lowest, highest, mean].map((value) => numberCell(words, value)),
      result.taken || '–',
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

/** The worst mean in the unit of its limit. */
const worstCell = (words: Words, rule: AppliedRule, value: number): Cell => {
  const inUnit = inLimitUnit(rule.type, value, rule.unit);
  return { value: inUnit, text: words.valueOf(rule, value), format: formatOf(inUnit) };
};

const verdictRow = (words: Words, rule: AppliedRule, verdict: RuleVerdict, zone: string): Cell[] => {
  const { compliance } = words.texts;
  const { worst } = verdict;
  return [
    words.limit(rule),
    `${compliance.averaging[rule.averaging]}, ${compliance.hours[rule.hours]}`,
    compliance.verdicts[verdict.verdict],
    ...[verdict.share_of_valid, verdict.share_of_all, verdict.completeness].map((share) => shareCell(words, share)),
    worst === null ? '–' : `${localDay(Date.parse(worst.start), zone)}, ${worst.meter_name}`,
    worst === null ? '–' : worstCell(words, rule, worst.value),
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
    ...[compliance.completeness, compliance.worst, compliance.sheet.worstValue],
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
