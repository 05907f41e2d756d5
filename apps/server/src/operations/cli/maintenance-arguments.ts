import { parseArgs } from 'node:util';
import { type DatabasePlace, databasePlace, PLACE_HELP, PLACE_OPTIONS, placeProblem } from './database-place.ts';

export const MAINTENANCE = ['backup', 'restore', 'check'] as const;

export const MAINTENANCE_HELP = `What the database holds, in a file and back; and whether it is right.

  npm run backup -- FILE     all of it into a new file, while the server runs
  npm run restore -- FILE    a backup into an empty database: --data with a new folder, or a new database of your own
  npm run check [-- --all]   compares packed days, hours and days with each other: some of them, or all; changes nothing

${PLACE_HELP}`;

export type MaintenanceCommand =
  | { kind: 'help' }
  | { kind: 'backup' | 'restore'; file: string }
  | { kind: 'check'; isAll: boolean };

export interface MaintenanceArguments extends DatabasePlace {
  command: MaintenanceCommand;
}

/** An invalid command line; the message says why. */
export class MaintenanceArgumentError extends Error {
  override name = 'MaintenanceArgumentError';
}

const read = (argv: string[]) => {
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({ args: argv, allowPositionals: true, options: { ...PLACE_OPTIONS, all: flag, help: flag } });
  } catch (error) {
    throw new MaintenanceArgumentError(error instanceof Error ? error.message : String(error));
  }
};

const parseCommand = (kind: string | undefined, rest: string[], isAll: boolean): MaintenanceCommand => {
  switch (kind) {
    case 'backup':
    case 'restore': {
      const [file, more] = rest;
      if (!file) throw new MaintenanceArgumentError(`Which file? npm run ${kind} -- FILE`);
      if (more !== undefined) throw new MaintenanceArgumentError(`'${more}' is too much; see --help.`);
      if (isAll) throw new MaintenanceArgumentError('--all is for check only.');
      return { kind, file };
    }
    case 'check':
      if (rest[0] !== undefined) throw new MaintenanceArgumentError(`'${rest[0]}' is too much; see --help.`);
      return { kind, isAll };
    default:
      throw new MaintenanceArgumentError(`'${kind}' is no command; there are: ${MAINTENANCE.join(', ')}.`);
  }
};

/** The command's name comes first. @throws MaintenanceArgumentError */
export const parseMaintenanceArguments = (
  argv: string[],
  env: Record<string, string | undefined>,
): MaintenanceArguments => {
  const { values, positionals } = read(argv);
  const [kind, ...rest] = positionals;
  const problem = placeProblem(values);
  if (problem !== null) throw new MaintenanceArgumentError(problem);
  return {
    command: values.help ? { kind: 'help' } : parseCommand(kind, rest, values.all === true),
    ...databasePlace(values, env),
  };
};
