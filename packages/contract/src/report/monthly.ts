import { VENTILATION_REFUSALS } from '@airdeck/domain/insight/ventilation';
import { ACTS, MONTH_VERDICTS } from '@airdeck/domain/report/advice';
import { isMonth } from '@airdeck/domain/report/month';
import { z } from 'zod';
import { day, id, idText, text, unstoredLine } from '../field.ts';
import { airChangeRates } from '../history/ventilation.ts';
import { appliedRule, MAX_PACK_CODE, packInfo, verdict } from '../limit/compliance.ts';
import { grade, sensorType } from '../monitoring/schema.ts';
import { route } from '../route.ts';

/** Meters of an office in one report. */
export const MAX_REPORT_METERS = 300;
export const WORST_ROOMS = 3;
const MAX_MONTH_LENGTH = 7;

/** `2026-10` */
export const month = unstoredLine(MAX_MONTH_LENGTH).refine(isMonth, 'INVALID');
/** The pack of limits by which a report judges; without one that of the office's facility kind. */
export const reportPack = unstoredLine(MAX_PACK_CODE).min(1, 'REQUIRED');

const share = z.number().nullable();

/** The index of a month; null: nothing was measured. */
const monthIndex = z.object({ month: text, index: z.number().nullable() });

const typeLine = z.object({
  type: sensorType,
  unit: text,
  /** Mean and 95th percentile of the meters' hourly means in open hours. */
  mean: z.number().nullable(),
  p95: z.number().nullable(),
  /** Of the strictest rule for the type; null: no rule holds. */
  rule: text.nullable(),
  verdict: verdict.nullable(),
  share_of_valid: share,
  /** Days on which a meter exceeded the rule's value. */
  days_over: z.int().nullable(),
  completeness: share,
});
export type TypeLine = z.infer<typeof typeLine>;

const reportDay = z.object({
  day,
  index: z.number().nullable(),
  grade: grade.nullable(),
  completeness: z.number(),
});
export type ReportDay = z.infer<typeof reportDay>;

const worstRoom = z.object({
  department_id: id,
  name: text,
  type: sensorType,
  rule: text,
  /** Share of the rule's periods that failed, 0 to 1. */
  failed: z.number(),
  /** The worst period, in the unit of the type. */
  worst: z.object({ value: z.number(), limit: z.number(), day }).nullable(),
  /** The hour of the week at which it was worst; Monday is 0. */
  when: z.object({ weekday: z.int(), hour: z.int() }).nullable(),
  act: z.enum(ACTS),
});
export type WorstRoom = z.infer<typeof worstRoom>;

const reportPurifier = z.object({
  name: text,
  department_name: text,
  /** Hours in which it ran; null: it reported nothing. */
  running_h: z.number().nullable(),
  /** Of the filter that is due first; null: unknown. */
  filter_days: z.number().nullable(),
});
export type ReportPurifier = z.infer<typeof reportPurifier>;

/** Why a room has no rate; of several evenings the reason of most. */
export const ROOM_REFUSALS = ['NO_CO2', 'NO_HOURS', 'NO_EVENING', ...VENTILATION_REFUSALS] as const;
/** Air changes of a room after closing, of the evenings of the month. */
const roomVentilation = z.object({
  department_id: id,
  name: text,
  rates: airChangeRates,
  refused: z.enum(ROOM_REFUSALS).nullable(),
});
export type RoomVentilation = z.infer<typeof roomVentilation>;

export const VISIT_REASONS = ['SILENT', 'LITTLE_DATA', 'STUCK', 'DRIFTING'] as const;
const visit = z.object({
  meter_name: text,
  department_name: text,
  reason: z.enum(VISIT_REASONS),
  /** Of SILENT and LITTLE_DATA: share of the month's readings that arrived. */
  completeness: share,
  sensor_name: text.nullable(),
});
export type Visit = z.infer<typeof visit>;

/** Everything that a monthly report says, in one language. A stored report does not change with its data. */
export const monthlyReport = z.object({
  office_id: id,
  office_name: text,
  organization_name: text,
  month: text,
  time_zone: text,
  /** Local day on which it was computed. */
  made_on: day,
  pack: packInfo,
  verdict: z.enum(MONTH_VERDICTS),
  /** The month, the month before, and the same month of the year before. */
  trend: z.tuple([monthIndex, monthIndex, monthIndex]),
  grade: grade.nullable(),
  /** Share of the periods of all rules that complied, and share of data that arrived. */
  share_of_valid: share,
  completeness: share,
  hours_known: z.boolean(),
  types: z.array(typeLine),
  days: z.array(reportDay),
  rooms: z.array(worstRoom),
  rooms_total: z.int(),
  /** The slowest first, then rooms without a rate; null: there are too many readings. */
  ventilation: z.array(roomVentilation).nullable(),
  purifiers: z.array(reportPurifier),
  alarms: z.object({ count: z.int(), acknowledged: z.int(), acknowledge_min: z.number().nullable() }),
  visits: z.array(visit),
  rules: z.array(appliedRule),
});
export type MonthlyReport = z.infer<typeof monthlyReport>;

export const monthlyQuery = z.object({ officeId: idText, month, pack: reportPack.optional() });
export type MonthlyQuery = z.output<typeof monthlyQuery>;

export const getMonthlyReport = route({
  method: 'GET',
  path: '/reports/monthly',
  access: { action: 'read', entity: 'reports' },
  isLong: true,
  summary: 'The monthly report of an office, computed now',
  query: monthlyQuery,
  answer: monthlyReport,
});
