import { parseArgs } from 'node:util';
import { loginId, name, organizationCode } from '@airdeck/contract/field';
import { commandLine } from '@airdeck/domain/command-line';
import { ROLES } from '@airdeck/domain/role';
import { z } from 'zod';
import { type DatabasePlace, databasePlace, PLACE_HELP, PLACE_OPTIONS, placeProblem } from './database-place.ts';

const COMMAND = commandLine('user', process.env);

export const USER_HELP = `Manages users when it cannot be done on the screen. Passwords are generated, and shown once.

  ${COMMAND} unlock CODE ID       lets in again who failed to log in five times
  ${COMMAND} password CODE ID     a new password; unlocks too, and ends what the user has open
  ${COMMAND} second-factor CODE ID
      removes the second factor of who lost authenticator and recovery codes, and ends what the user has open
  ${COMMAND} add CODE ID --role ROLE [--name NAME]
      a user of the organization CODE; ROLE is one of ${ROLES.join(', ')}

${PLACE_HELP}`;

const who = { code: organizationCode, id: loginId };
/** Old ids may have another form than new ones; the database knows which exist. */
const existing = z.object({ code: z.string().min(1).max(100), id: z.string().min(1).max(100) });
const added = z.object({ ...who, role: z.enum(ROLES), name: name.optional() });

export type UserCommand =
  | ({ kind: 'unlock' | 'password' | 'second-factor' } & z.output<typeof existing>)
  | ({ kind: 'add' } & z.output<typeof added>);

export interface UserArguments extends DatabasePlace {
  command: UserCommand | { kind: 'help' };
}

/** An invalid command line; the message says why. */
export class UserArgumentError extends Error {
  override name = 'UserArgumentError';
}

/** @throws UserArgumentError */
export function parseUserArguments(argv: string[], env: Record<string, string | undefined>): UserArguments {
  const { values, positionals } = read(argv);
  const { data: _data, 'database-url': _url, help, ...options } = values;
  const problem = placeProblem(values);
  if (problem !== null) throw new UserArgumentError(problem);
  return { command: help ? { kind: 'help' } : parseCommand(positionals, options), ...databasePlace(values, env) };
}

function parseCommand(
  [kind, code, id, ...rest]: string[],
  options: { role?: string; name?: string },
): UserArguments['command'] {
  if (kind === undefined || kind === 'help') return { kind: 'help' };
  if (rest.length > 0) throw new UserArgumentError(`'${rest[0]}' is too much; see --help.`);
  switch (kind) {
    case 'unlock':
    case 'password':
    case 'second-factor':
      return { kind, ...check(existing.strict(), { code, id, ...options }) };
    case 'add':
      return { kind, ...check(added, { code, id, ...options }) };
    default:
      throw new UserArgumentError(`'${kind}' is no command; there are: unlock, password, second-factor, add.`);
  }
}

const WORDS: Record<string, string> = {
  code: 'CODE must be the 8 digits of an organization',
  id: 'ID must be 4 to 30 letters, digits, periods, underscores or hyphens',
  role: `--role must be one of ${ROLES.join(', ')}`,
  name: '--name must be up to 60 characters without < > " \' ; \\ / %',
};

function check<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const problems = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `--${key} is for add only.`)
      : [`${WORDS[String(issue.path[0])]}.`],
  );
  throw new UserArgumentError(problems.join('\n'));
}

function read(argv: string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: { role: text, name: text, ...PLACE_OPTIONS, help: { type: 'boolean' } },
    });
  } catch (error) {
    throw new UserArgumentError(error instanceof Error ? error.message : String(error));
  }
}
