import type { Command } from '@airdeck/domain/control/command';
import type { Capabilities } from './types.ts';

/** The message for each action of each command that a device can do. */
export type CommandTable<T> = Readonly<Partial<Record<Command, Readonly<Record<string, T>>>>>;

/** The commands of a table with their actions; commands without actions are left out. */
export const capabilitiesOf = (table: CommandTable<unknown>): Capabilities =>
  Object.fromEntries(
    Object.entries(table).flatMap(([command, actions]) => {
      const names = Object.keys(actions);
      return names.length === 0 ? [] : [[command, names]];
    }),
  );

export const actionOf = <T>(table: CommandTable<T>, command: Command, action: string): T | null => {
  const actions = table[command];
  return actions !== undefined && Object.hasOwn(actions, action) ? (actions[action] ?? null) : null;
};
