import {
  AVERAGINGS,
  BASES,
  CERTAINTIES,
  DIRECTIONS,
  LIMIT_LEVELS,
  PACK_KINDS,
  type Statistic,
} from '@airdeck/domain/limit/rule';
import { VERDICTS } from '@airdeck/domain/limit/rule-counts';
import { z } from 'zod';
import { EXPORTED, exportFile, fileAnswer } from '../export-file.ts';
import { day, id, instant, text, unstoredLine } from '../field.ts';
import { LEVELS, meterScope, period } from '../history/query.ts';
import { sensorType } from '../monitoring/schema.ts';
import { route } from '../route.ts';
import { facilityKind } from './facts.ts';
import { COUNTED_HOURS } from './own-limit.ts';

/** Days and meters of one question. */
export const MAX_COMPLIANCE_DAYS = 400;
export const MAX_COMPLIANCE_METERS = 2_000;

export const MAX_PACK_CODE = 80;
/** Code of a shipped pack, or of an organization's own one (`ownPackCode`). */
const packCode = unstoredLine(MAX_PACK_CODE).min(1, 'REQUIRED');
const OWN = 'OWN:';
export const ownPackCode = (name: string): string => `${OWN}${name}`;
export const ownPackName = (code: string): string | null => (code.startsWith(OWN) ? code.slice(OWN.length) : null);

export const COMPLIANCE_LEVELS = [...LEVELS, 'meter'] as const;
export type ComplianceLevel = (typeof COMPLIANCE_LEVELS)[number];

export const packInfo = z.object({
  code: text,
  /** null: a shipped pack, whose name is a text of the product. */
  name: text.nullable(),
  kind: z.enum(PACK_KINDS),
  authority: text,
  /** Rules of quantities that Airdeck measures, and how many of them are unconfirmed. */
  rules: z.int(),
  drafts: z.int(),
});
export type PackInfo = z.infer<typeof packInfo>;

export const limitPacks = z.object({ packs: z.array(packInfo) });

const statistic = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('EACH') }),
  z.object({ kind: z.literal('SHARE'), share: z.number(), missingFails: z.boolean() }),
  z.object({ kind: z.literal('PERCENTILE'), percentile: z.number() }),
]) satisfies z.ZodType<Statistic>;

export const appliedRule = z.object({
  code: text,
  type: sensorType,
  /** As the document has it, in its unit. */
  value: z.number(),
  unit: text,
  direction: z.enum(DIRECTIONS),
  basis: z.enum(BASES),
  averaging: z.enum(AVERAGINGS),
  statistic,
  hours: z.enum(COUNTED_HOURS),
  min_completeness: z.number(),
  level: z.enum(LIMIT_LEVELS).nullable(),
  recommended: z.boolean(),
  valid_from: day,
  valid_to: day.nullable(),
  /** Unconfirmed. */
  draft: z.boolean(),
  certainty: z.enum(CERTAINTIES),
  averaging_certainty: z.enum(CERTAINTIES),
  source: text,
  checked_on: day.nullable(),
});
export type AppliedRule = z.infer<typeof appliedRule>;

export const verdict = z.enum(VERDICTS);
const share = z.number().nullable();

export const ruleVerdict = z.object({
  /** Of `rules`. */
  rule: text,
  verdict,
  /** Averaging periods that were to be judged, that had enough data, and of these, that complied. */
  expected: z.int(),
  valid: z.int(),
  complied: z.int(),
  /** Received ÷ expected readings in the rule's hours, 0 to 1; null: none were expected. */
  completeness: share,
  /** Share that complied, periods without data left out, or counted as failed. null: there are none. */
  share_of_valid: share,
  share_of_all: share,
  /** The worst period, in the unit of the sensor type. `reading`: a single reading; no mean came near the limit. */
  worst: z
    .object({
      start: instant,
      end: instant,
      value: z.number(),
      limit: z.number(),
      reading: z.boolean(),
      meter_id: id,
      meter_name: text,
    })
    .nullable(),
  /** Meters by verdict. */
  meters: z.record(verdict, z.int()),
  /** Outdoor air was not measured on all days, and 420 ppm assumed. */
  outdoors_assumed: z.boolean(),
});
export type RuleVerdict = z.infer<typeof ruleVerdict>;

export const compliancePlace = z.object({
  level: z.enum(COMPLIANCE_LEVELS),
  place_id: id,
  organization_name: text,
  office_name: text.nullable(),
  department_name: text.nullable(),
  meter_name: text.nullable(),
  time_zone: text,
  /** On the last day; null: unknown, or its meters differ. */
  facility_kind: facilityKind.nullable(),
  /** Whether opening hours are known for all its meters; otherwise all hours count as open. */
  hours_known: z.boolean(),
  verdict,
  verdicts: z.array(ruleVerdict),
});
export type CompliancePlace = z.infer<typeof compliancePlace>;

export const complianceAnswer = z.object({
  pack: packInfo,
  rules: z.array(appliedRule),
  places: z.array(compliancePlace),
});
export type ComplianceAnswer = z.infer<typeof complianceAnswer>;

export const complianceQuery = period
  .extend(meterScope.shape)
  .extend({ pack: packCode, level: z.enum(COMPLIANCE_LEVELS).default('department') });
export type ComplianceQuery = z.output<typeof complianceQuery>;

const access = { action: 'read', entity: 'readings' } as const;

export const getLimitPacks = route({
  method: 'GET',
  path: '/history/limit-packs',
  access,
  summary: 'Packs of limits to judge air by: shipped ones and those of organizations',
  answer: limitPacks,
});

export const getCompliance = route({
  method: 'GET',
  path: '/history/compliance',
  access,
  isLong: true,
  summary: 'Verdicts of a pack of limits over days, by meter or place',
  query: complianceQuery,
  answer: complianceAnswer,
});

export const exportCompliance = route({
  method: 'GET',
  path: '/history/compliance/export',
  access,
  isLong: true,
  summary: `Verdicts of a pack of limits over days, a row for each place and rule, ${EXPORTED}`,
  query: exportFile.extend(complianceQuery.shape),
  answer: fileAnswer,
});
