import { VENTILATIONS } from '@airdeck/domain/limit/facility';
import { DIRECTIONS } from '@airdeck/domain/limit/rule';
import { FORM_QUANTITIES } from '@airdeck/domain/report/statutory';
import { z } from 'zod';
import { day, id, idText, line, text } from '../field.ts';
import { appliedRule, packInfo, ruleVerdict, verdict } from '../limit/compliance.ts';
import { facilityKind, koreanRegion } from '../limit/facts.ts';
import { route } from '../route.ts';
import { LANGUAGES } from '../user/schema.ts';
import { reportPack } from './monthly.ts';

const MAX_TEXT = 120;
export const MAX_RESULTS = 60;
export const MAX_EQUIPMENT = 30;
const MAX_RESULT = 1_000_000;
const MAX_TIMES = 1_000;
const [FIRST_YEAR, LAST_YEAR] = [2005, 2099];

const missing = ({ input }: { input?: unknown }) => (input === undefined || input === null ? 'REQUIRED' : 'INVALID');
const value = z.number({ error: missing }).min(0, 'TOO_SMALL').max(MAX_RESULT, 'TOO_LARGE');
const short = line(MAX_TEXT).default('');

/** A row of part 3 of the form: what a laboratory measured. */
export const laboratoryResult = z
  .object({
    quantity: z.enum(FORM_QUANTITIES),
    place: line(MAX_TEXT).min(1, 'REQUIRED'),
    times: z.int({ error: missing }).min(1, 'TOO_SMALL').max(MAX_TIMES, 'TOO_LARGE').default(1),
    /** In the unit of the limit (`FORM_UNITS`). */
    lowest: value.nullable().default(null),
    highest: value.nullable().default(null),
    mean: value,
    taken: short,
    instrument: short,
  })
  .superRefine(({ lowest, highest, mean }, context) => {
    const wrong = (field: string) => context.addIssue({ code: 'custom', path: [field], message: 'NOT_BETWEEN' });
    if (lowest !== null && highest !== null && lowest > highest) wrong('highest');
    else if ((lowest !== null && mean < lowest) || (highest !== null && mean > highest)) wrong('mean');
  });
export type LaboratoryResult = z.output<typeof laboratoryResult>;

/** A row of part 2: equipment that is not registered as a purifier. */
const equipment = z.object({
  equipment: line(MAX_TEXT).min(1, 'REQUIRED'),
  model: short,
  count: z.int({ error: missing }).min(1, 'TOO_SMALL').max(MAX_TIMES, 'TOO_LARGE').default(1),
  air_flow: value.nullable().default(null),
  filter_changed: day.nullable().default(null),
});

/** What Airdeck does not know, entered by hand. */
export const yearlyEntries = z.object({
  address: short,
  head: short,
  measured_by: short,
  registration: short,
  measured_on: day.nullable().default(null),
  equipment: z.array(equipment).max(MAX_EQUIPMENT, 'TOO_LONG').default([]),
  results: z.array(laboratoryResult).max(MAX_RESULTS, 'TOO_LONG').default([]),
});
export type YearlyEntries = z.output<typeof yearlyEntries>;

export const reportYear = z.int('INVALID').min(FIRST_YEAR, 'TOO_SMALL').max(LAST_YEAR, 'TOO_LARGE');

export const newYearly = z.object({
  office_id: id,
  year: reportYear,
  pack: reportPack.nullable().default(null),
  report_language: z.enum(LANGUAGES),
  entries: yearlyEntries,
});
export type NewYearly = z.output<typeof newYearly>;

/** A limit of the form, also of quantities that only a laboratory measures. */
const formLimit = z.object({
  quantity: z.enum(FORM_QUANTITIES),
  value: z.number(),
  unit: text,
  direction: z.enum(DIRECTIONS),
  recommended: z.boolean(),
  draft: z.boolean(),
  source: text,
  valid_from: day,
});
export type FormLimit = z.infer<typeof formLimit>;

const coverage = z.enum(['COVERED', 'NOT_COVERED', 'UNKNOWN']);
const season = z.object({ from: day, to: day });

const facility = z.object({
  kind: facilityKind.nullable(),
  group: z.enum(['A', 'B', 'C', 'D']).nullable(),
  region: koreanRegion.nullable(),
  area: z.number().nullable(),
  beds: z.int().nullable(),
  seats: z.int().nullable(),
  ventilation: z.enum(VENTILATIONS).nullable(),
  opening_hours: text.nullable(),
  coverage,
});

export const yearlySheet = z.object({
  office_id: id,
  office_name: text,
  organization_name: text,
  year: z.int(),
  time_zone: text,
  made_on: day,
  ministry: z.enum(['ENVIRONMENT', 'CLIMATE']),
  pack: packInfo,
  facility,
  entries: yearlyEntries,
  purifiers: z.array(
    z.object({ name: text, department_name: text, model: text.nullable(), running_h: z.number().nullable() }),
  ),
  limits: z.array(formLimit),
  /** As long as `entries.results`; null: no limit holds. */
  verdicts: z.array(verdict.nullable()),
  deadlines: z.object({
    season: season.nullable(),
    report_by: day.nullable(),
    kept_until: day,
    /** Days of retention of readings as they were measured; null: they are kept. */
    readings_days: z.int().nullable(),
  }),
  /** Continuous data, for management. */
  annex: z.object({
    meters: z.int(),
    hours_known: z.boolean(),
    rules: z.array(appliedRule),
    office: z.array(ruleVerdict),
    rooms: z.array(z.object({ name: text, verdict, verdicts: z.array(ruleVerdict) })),
  }),
});
export type YearlySheet = z.infer<typeof yearlySheet>;

export const yearlyQuery = z.object({
  officeId: idText,
  year: z
    .string()
    .regex(/^\d{4}$/, 'INVALID')
    .transform(Number)
    .pipe(reportYear),
});

/** Beginning of the form of a new sheet. */
export const getYearlyForm = route({
  method: 'GET',
  path: '/reports/yearly/form',
  access: { action: 'read', entity: 'reports' },
  summary: 'Entries of the last yearly sheet of an office, its limits and its deadlines',
  query: yearlyQuery,
  answer: z.object({
    entries: yearlyEntries,
    facility_kind: facilityKind.nullable(),
    coverage,
    limits: z.array(formLimit.pick({ quantity: true, value: true, unit: true, direction: true })),
    season: season.nullable(),
    kept_until: day,
    readings_days: z.int().nullable(),
  }),
});
export type YearlyForm = z.output<typeof getYearlyForm.answer>;
