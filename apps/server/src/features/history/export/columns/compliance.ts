import type { AppliedRule, ComplianceLevel } from '@airdeck/contract/limit/compliance';
import { inLimitUnit } from '@airdeck/domain/limit/rule';
import type { Column } from '../../../../export/column.ts';
import type { Texts } from '../../../../export/texts.ts';
import type { ComplianceRow } from '../../compliance/compliance-list.ts';
import { sensorName } from '../texts.ts';
import { numberColumn, offsetColumn, textColumn } from './common.ts';

const NAMES: Record<ComplianceLevel, readonly ComplianceLevel[]> = {
  organization: ['organization'],
  office: ['organization', 'office'],
  department: ['organization', 'office', 'department'],
  meter: ['organization', 'office', 'department', 'meter'],
};

/** Number of leading columns for the place. */
export const complianceColumnCount = (level: ComplianceLevel): number => NAMES[level].length;

const percent = (share: number | null): number | null => (share === null ? null : Math.round(share * 1_000) / 10);

/** `PM2.5 ≤ 50 µg/m³` */
const limitText = (texts: Texts, { type, direction, value, unit }: AppliedRule): string =>
  `${sensorName(texts, type)} ${texts.compliance.symbol[direction]} ${value} ${unit}`;

/** Columns of a file of verdicts: a row for each place and rule. */
export const complianceColumns = (texts: Texts, level: ComplianceLevel): Column<ComplianceRow>[] => {
  const { compliance, monitoring, admin } = texts;
  const { sheet } = compliance;
  const text = (header: string, width: number, of: (row: ComplianceRow) => string | null) =>
    textColumn<ComplianceRow>(header, width, of);
  const number = (header: string, digits: number, of: (row: ComplianceRow) => number | null) =>
    numberColumn<ComplianceRow>(header, digits, of);
  return [
    ...NAMES[level].map((each) => text(monitoring.kind[each], 18, ({ place }) => place[`${each}_name`])),
    text(sheet.kind, 18, ({ place }) => place.facility_kind && admin.choice.facility_kind[place.facility_kind]),
    text(compliance.rule, 22, ({ rule }) => limitText(texts, rule)),
    text(admin.field.averaging, 20, ({ rule }) => compliance.averaging[rule.averaging]),
    text(admin.field.counted_hours, 14, ({ rule }) => compliance.hours[rule.hours]),
    text(compliance.verdict, 14, ({ verdict }) => compliance.verdicts[verdict.verdict]),
    number(`${compliance.shareOfValid} (%)`, 1, ({ verdict }) => percent(verdict.share_of_valid)),
    number(`${compliance.shareOfAll} (%)`, 1, ({ verdict }) => percent(verdict.share_of_all)),
    number(texts.sheet.completeness, 1, ({ verdict }) => percent(verdict.completeness)),
    number(sheet.expected, 0, ({ verdict }) => verdict.expected),
    number(sheet.valid, 0, ({ verdict }) => verdict.valid),
    number(sheet.complied, 0, ({ verdict }) => verdict.complied),
    ...(['MET', 'EXCEEDED', 'NOT_ENOUGH_DATA'] as const).map((each) =>
      number(sheet.meters[each], 0, ({ verdict }) => verdict.meters[each]),
    ),
    text(texts.sheet.worstMeter, 18, ({ verdict }) => verdict.worst?.meter_name ?? null),
    {
      ...{ kind: 'time', header: sheet.worstStart, width: 17, form: 'minute' },
      of: ({ verdict }) => verdict.worst?.start ?? null,
      zone: ({ time_zone }) => time_zone,
    },
    number(
      sheet.worstValue,
      3,
      ({ verdict: { worst }, rule }) => worst && inLimitUnit(rule.type, worst.value, rule.unit),
    ),
    text(texts.sheet.unit, 10, ({ rule }) => rule.unit),
    text(sheet.certainty, 16, ({ rule }) => compliance.certainty[rule.certainty]),
    text(admin.field.limit_source, 30, ({ rule }) => rule.source),
    offsetColumn(texts, ({ verdict, rule }) => verdict.worst?.start ?? rule.valid_from),
  ];
};
