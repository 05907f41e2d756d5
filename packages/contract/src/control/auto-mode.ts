import { MAX_OVERRIDE_MIN, MIN_OVERRIDE_MIN } from '@airdeck/domain/control/auto-command';
import { AUTO_STATES, type AutoThresholds, autoBoundIssues } from '@airdeck/domain/control/auto-mode';
import { FAN_SPEEDS } from '@airdeck/domain/purifier-state';
import { GRADED_TYPES, type GradedType, SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { z } from 'zod';
import type { FieldCode } from '../error/field-code.ts';
import { done, id, idText, instant, text, yesNo } from '../field.ts';
import { paged } from '../paging.ts';
import { route } from '../route.ts';
import { MAX_TARGETS, targetsQuery } from './routes.ts';
import { controlTarget } from './schema.ts';

const control = { action: 'control', entity: 'purifiers' } as const;

const bound = z.number('REQUIRED');
const bounds = z.tuple([bound, bound, bound]);

/** One error code for each entered bound of a type; null where the bound is valid. */
export const autoBoundErrors = (type: GradedType, entered: readonly (number | null)[]): readonly (FieldCode | null)[] =>
  autoBoundIssues(type, entered).map((issue, i) => {
    const value = entered[i] ?? null;
    if (value === null) return 'REQUIRED';
    if (issue !== 'OUT_OF_RANGE') return issue;
    return value < SENSOR_TYPE_INFO[type].min ? 'TOO_SMALL' : 'TOO_LARGE';
  });

/** Automatic mode needs at least one type by which it decides. */
export const autoThresholds = z
  .partialRecord(z.enum(GRADED_TYPES), bounds)
  .refine((thresholds) => Object.keys(thresholds).length > 0, 'REQUIRED')
  .superRefine((thresholds, context) => {
    for (const [type, entered] of Object.entries(thresholds)) {
      for (const [i, message] of autoBoundErrors(type as GradedType, entered).entries()) {
        if (message !== null) context.addIssue({ code: 'custom', path: [type, i], message });
      }
    }
  }) as unknown as z.ZodType<AutoThresholds>;

/** Minutes; null: until a person switches back. */
const overrideMin = z.int('INVALID').min(MIN_OVERRIDE_MIN, 'TOO_SMALL').max(MAX_OVERRIDE_MIN, 'TOO_LARGE').nullable();

export const autoModeFields = z.object({
  use: yesNo,
  thresholds: autoThresholds,
  /** How long a command of a person counts instead. */
  override_min: overrideMin,
});
export type AutoModeFields = z.infer<typeof autoModeFields>;

/** State of the thresholds that were sent to a device. */
export const SYNC_STATES = ['NEVER', 'SENT', 'ACCEPTED', 'REJECTED'] as const;
export type SyncState = (typeof SYNC_STATES)[number];

const sentThresholds = z.partialRecord(z.enum(GRADED_TYPES), bounds) as unknown as z.ZodType<AutoThresholds>;

const autoSync = z.object({
  state: z.enum(SYNC_STATES),
  /** Version of the settings of the device. */
  version: z.int().nullable(),
  sent_time: instant.nullable(),
  answered_time: instant.nullable(),
  refusal: text.nullable(),
  /** Thresholds of this purifier that the device last accepted; null: none. */
  accepted: sentThresholds.nullable(),
  /** Whether the accepted settings equal the requested ones. */
  is_same: z.boolean(),
});

/** Present effect of automatic mode on a purifier. */
const autoProgress = z.object({
  level: z.enum(FAN_SPEEDS).nullable(),
  since: instant.nullable(),
  /** Whether the purifier reports that it runs so. */
  is_reached: z.boolean(),
  /** Whether it pauses because its commands had no effect. */
  is_resting: z.boolean(),
  is_overridden: z.boolean(),
  /** null while it is overridden: until a person switches back. */
  overridden_until: instant.nullable(),
});

/** A purifier and its automatic mode. */
export const autoMode = controlTarget.omit({ stale: true, controlled_by: true, commands: true, wishes: true }).extend({
  /** Types that the meter measures and that can decide. */
  types: z.array(z.enum(GRADED_TYPES)),
  /** The organization's thresholds of normal, bad and very bad. */
  suggested: sentThresholds,
  /** null: not set up yet. */
  auto: z
    .object({
      use: yesNo,
      thresholds: sentThresholds,
      override_min: z.int().nullable(),
      version: z.int(),
      updated_time: instant,
    })
    .nullable(),
  progress: autoProgress.nullable(),
  sync: autoSync,
});
export type AutoMode = z.infer<typeof autoMode>;

export const autoModesQuery = targetsQuery.extend({ autoState: z.enum(AUTO_STATES).optional() });
export type AutoModesQuery = z.infer<typeof autoModesQuery>;

export const getAutoModes = route({
  method: 'GET',
  path: '/control/auto-modes',
  access: control,
  summary: 'Lists purifiers with their automatic mode: thresholds, present level, and settings accepted by the device',
  query: autoModesQuery,
  answer: paged(autoMode),
});

const params = z.object({ id: idText });

export const getAutoMode = route({
  method: 'GET',
  path: '/control/auto-modes/:id',
  access: control,
  summary: 'Reads the automatic mode of a purifier',
  params,
  answer: autoMode,
});

export const setAutoMode = route({
  method: 'PUT',
  path: '/control/auto-modes/:id',
  access: control,
  summary: 'Replaces the automatic mode of a purifier; `version` is 0 if there is none yet',
  params,
  body: autoModeFields.extend({ version: z.int().min(0).max(2_147_483_647) }),
  answer: autoMode,
});

const purifierIds = z.array(id).min(1, 'REQUIRED').max(MAX_TARGETS, 'TOO_LONG');

export const copyAutoMode = route({
  method: 'POST',
  path: '/control/auto-modes/:id/copy',
  access: control,
  summary:
    'Copies thresholds to other purifiers, for the types that their meters measure. `is_preview`: changes nothing',
  params,
  body: z.object({ purifier_ids: purifierIds, is_preview: z.boolean() }),
  answer: z.object({
    results: z.array(
      z.object({
        purifier_id: id,
        air_name: text,
        meter_name: text,
        before: sentThresholds.nullable(),
        /** null: its meter measures none of the types. */
        after: sentThresholds.nullable(),
      }),
    ),
  }),
});

export const overrideAutoMode = route({
  method: 'PUT',
  path: '/control/auto-modes/:id/override',
  access: control,
  summary: 'Pauses automatic mode for some minutes, or until a person resumes it (null)',
  params,
  body: z.object({ minutes: overrideMin }),
  answer: autoMode,
});

export const resumeAutoMode = route({
  method: 'DELETE',
  path: '/control/auto-modes/:id/override',
  access: control,
  summary: 'Resumes automatic mode',
  params,
  answer: autoMode,
});

/** Days of the past that a dry run goes through, fewer where a meter measures often. */
export const DRY_RUN_DAYS = 7;

export const dryRunAutoMode = route({
  method: 'POST',
  path: '/control/auto-modes/:id/dry-run',
  access: control,
  summary: 'Dry run of these thresholds on the last 7 days; nothing is sent',
  params,
  body: z.object({ thresholds: autoThresholds }),
  answer: z.object({
    time_zone: text,
    from: instant,
    to: instant,
    /** Mean values by measured time, of `step_s` each; epoch seconds. */
    course: z
      .object({
        type: z.enum(GRADED_TYPES),
        step_s: z.int(),
        times: z.array(z.int()),
        values: z.array(z.number()),
      })
      .nullable(),
    changes: z.array(z.object({ time: instant, level: z.enum(FAN_SPEEDS) })),
    minutes: z.record(z.enum(FAN_SPEEDS), z.number()),
  }),
});
export type AutoDryRun = z.infer<typeof dryRunAutoMode.answer>;

export const syncAutoModes = route({
  method: 'POST',
  path: '/control/auto-modes/sync',
  access: control,
  summary: "Sends thresholds to the devices; `sync` shows each device's answer",
  body: z.object({ purifier_ids: purifierIds }),
  answer: done,
});
