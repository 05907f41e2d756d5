import { parseArgs } from 'node:util';
import { commandLine } from '@airdeck/domain/command-line';
import { databaseHosts } from '../../platform/db/database-url.ts';
import { KEY_BYTES, MAX_KEYS, parseKeys } from '../../platform/key-ring.ts';
import { type DatabasePlace, databasePlace, PLACE_HELP, PLACE_OPTIONS, placeProblem } from './database-place.ts';

export const MAINTENANCE = ['backup', 'restore', 'check', 'reseal'] as const;

const command = (name: (typeof MAINTENANCE)[number]): string => commandLine(name, process.env);

export const MAINTENANCE_HELP = `What the database holds, in a file and back; whether it is right; and its secrets under a new key.

  ${command('backup')} FILE     all of it into a new file, while the server runs
  ${command('restore')} FILE    a backup into an empty database: --data with a new folder, or a new database of your own
  ${command('check')} [--all]   compares packed days, hours and days with each other: some of them, or all; changes nothing
  ${command('check')} --facts --url http://127.0.0.1:8080
                             asks a running server for the same facts at all addresses and files, and compares them
  ${command('reseal')}         encrypts all secrets with the key in use, after which earlier ones may be removed; servers may run.
                             Its keys: local-server.key of the data directory, or AIRDECK_LOCAL_SERVER_KEY

${PLACE_HELP}
  --database-read-url URL   standbys of it, from which check reads while they keep up (DATABASE_READ_URL)`;

export type MaintenanceCommand =
  | { kind: 'help' }
  | { kind: 'backup' | 'restore'; file: string }
  | { kind: 'check'; isAll: boolean }
  | { kind: 'facts'; url: string }
  | { kind: 'reseal'; keys: Uint8Array[] };

export interface MaintenanceArguments extends DatabasePlace {
  command: MaintenanceCommand;
  /** Standbys of the outside database, for check. */
  readUrl: string | undefined;
}

/** An invalid command line; the message says why. */
export class MaintenanceArgumentError extends Error {
  override name = 'MaintenanceArgumentError';
}

const read = (argv: string[]) => {
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        ...PLACE_OPTIONS,
        'database-read-url': { type: 'string' },
        all: flag,
        facts: flag,
        url: { type: 'string' },
        help: flag,
      },
    });
  } catch (error) {
    throw new MaintenanceArgumentError(error instanceof Error ? error.message : String(error));
  }
};

const refuseMore = ([more]: string[]): void => {
  if (more !== undefined) throw new MaintenanceArgumentError(`'${more}' is too much; see --help.`);
};

const readKeys = (text: string | undefined): Uint8Array[] => {
  const keys = text ? parseKeys(text) : [];
  if (keys !== null) return keys;
  throw new MaintenanceArgumentError(
    `AIRDECK_LOCAL_SERVER_KEY needs a key of ${KEY_BYTES} bytes in base64, with up to ${MAX_KEYS - 1} earlier ones after commas.`,
  );
};

const parseCommand = (
  kind: string | undefined,
  rest: string[],
  { all: isAll = false, facts = false, url }: { all?: boolean; facts?: boolean; url?: string },
  env: Record<string, string | undefined>,
): MaintenanceCommand => {
  if (kind !== 'check' && isAll) throw new MaintenanceArgumentError('--all is for check only.');
  if (kind !== 'check' && (facts || url !== undefined)) {
    throw new MaintenanceArgumentError('--facts and --url are for check only.');
  }
  switch (kind) {
    case 'backup':
    case 'restore': {
      const [file, more] = rest;
      if (!file) throw new MaintenanceArgumentError(`Which file? ${command(kind)} FILE`);
      if (more !== undefined) throw new MaintenanceArgumentError(`'${more}' is too much; see --help.`);
      return { kind, file };
    }
    case 'reseal':
      refuseMore(rest);
      return { kind, keys: readKeys(env.AIRDECK_LOCAL_SERVER_KEY) };
    case 'check':
      refuseMore(rest);
      if (facts !== (url !== undefined))
        throw new MaintenanceArgumentError('--facts needs --url, and the other way round.');
      if (url === undefined) return { kind, isAll };
      if (isAll) throw new MaintenanceArgumentError('--all and --facts are two checks: give one of them.');
      if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
        throw new MaintenanceArgumentError(
          '--url needs the address of a running server, such as http://127.0.0.1:8080.',
        );
      }
      return { kind: 'facts', url: url.replace(/\/+$/, '') };
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
  const command: MaintenanceCommand = values.help ? { kind: 'help' } : parseCommand(kind, rest, values, env);
  const place = databasePlace(values, env);
  const given = values['database-read-url'];
  if (given !== undefined && (command.kind !== 'check' || place.databaseUrl === undefined)) {
    throw new MaintenanceArgumentError('--database-read-url is for check on an outside database only.');
  }
  const readUrl = place.databaseUrl === undefined ? undefined : (given ?? (env.DATABASE_READ_URL || undefined));
  if (readUrl !== undefined && databaseHosts(readUrl) === null) {
    throw new MaintenanceArgumentError(
      '--database-read-url needs a URL such as postgresql://user:password@a,b/airdeck.',
    );
  }
  return { command, ...place, readUrl };
};
