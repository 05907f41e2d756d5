import { OBSTACLES } from '@airdeck/domain/control/obstacle';
import { TEST_OUTCOMES, TEST_PHASES } from '@airdeck/domain/control/switch-off-test';
import { TEST_DOUBTS, TEST_VERDICTS } from '@airdeck/domain/purifier/switch-off';
import { z } from 'zod';
import { id, idText, instant, text } from '../field.ts';
import { route } from '../route.ts';

/** The last tests of a purifier. */
export const MAX_SWITCH_OFF_TESTS = 5;

const switchOffTest = z.object({
  id,
  phase: z.enum(TEST_PHASES),
  outcome: z.enum(TEST_OUTCOMES).nullable(),
  start_time: instant,
  /** Since when it ran on high, and since when it was off; null: not yet, or never. */
  on_time: instant.nullable(),
  off_time: instant.nullable(),
  /** When the purifier is switched off, or the measurement ends; null: it does not yet follow, or measures no more. */
  next_time: instant.nullable(),
  /** Login of the person who started it; null: that user was deleted. */
  started_by: text.nullable(),
  /** With the outcome DONE. `air_changes`: clean air in room volumes an hour, with its 95 % interval. */
  result: z
    .object({
      verdict: z.enum(TEST_VERDICTS),
      doubt: z.enum(TEST_DOUBTS).nullable(),
      air_changes: z.object({ value: z.number(), low: z.number(), high: z.number() }).nullable(),
    })
    .nullable(),
});
export type SwitchOffTest = z.infer<typeof switchOffTest>;

export const switchOffTests = z.object({
  purifier_id: id,
  /** Whether its meter measures PM2.5. */
  measured: z.boolean(),
  /** Why none can be started now; null: one can. */
  obstacle: z.enum(OBSTACLES).nullable(),
  /** The newest first. */
  tests: z.array(switchOffTest).max(MAX_SWITCH_OFF_TESTS),
});
export type SwitchOffTests = z.infer<typeof switchOffTests>;

const params = z.object({ id: idText });
const control = { action: 'control', entity: 'purifiers' } as const;

export const getSwitchOffTests = route({
  method: 'GET',
  path: '/purifiers/:id/switch-off-tests',
  access: { action: 'read', entity: 'readings' },
  summary: 'Switch-off tests of a purifier: 30 minutes on high, 60 minutes off, and its clean air',
  params,
  answer: switchOffTests,
});

export const startSwitchOffTest = route({
  method: 'POST',
  path: '/purifiers/:id/switch-off-tests',
  access: control,
  summary: 'Starts a switch-off test; nothing happens with an obstacle, or while one is running',
  params,
  answer: switchOffTests,
});

export const cancelSwitchOffTest = route({
  method: 'DELETE',
  path: '/purifiers/:id/switch-off-tests',
  access: control,
  summary: 'Cancels the running switch-off test; the former state of the purifier is restored',
  params,
  answer: switchOffTests,
});
