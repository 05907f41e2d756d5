import { COMMANDS, type Command } from '@airdeck/domain/control/command';
import { CONTROLS, FAN_SPEEDS, POWERS, RUNS } from '@airdeck/domain/purifier-state';
import type { JsonObject, PurifierReport } from '@airdeck/drivers/types';
import { z } from 'zod';

const hours = z.number().min(0).max(1_000_000);

/** `data.purifier` of a decoder: the state of a purifier, and the commands that its `encodeDownlink` has. */
const purifierData = z.object({
  power: z.enum(POWERS),
  control: z.enum(CONTROLS).optional(),
  run: z.enum(RUNS).optional(),
  fan_speed: z.enum(FAN_SPEEDS).optional(),
  filter_period_h: hours.optional(),
  filter_use_h: z.array(hours).max(3).optional(),
  commands: z.array(z.enum(COMMANDS)).max(COMMANDS.length).optional(),
});

export interface SplitData {
  /** The data without the purifier. */
  values: JsonObject;
  purifier?: PurifierReport;
  commands?: readonly Command[] | undefined;
  warnings: readonly string[];
}

/** Separates the purifier in a decoder's data from the values. One that does not fit costs the values nothing. */
export const splitPurifier = (data: JsonObject): SplitData => {
  const { purifier: given, ...values } = data;
  if (given === undefined || given === null) return { values, warnings: [] };
  const parsed = purifierData.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { values, warnings: [`purifier.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`] };
  }
  const { commands, ...purifier } = parsed.data;
  return { values, purifier, commands, warnings: [] };
};
