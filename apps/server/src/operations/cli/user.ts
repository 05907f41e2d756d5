import { systemClock } from '../../platform/clock.ts';
import { DatabaseStartError } from '../../platform/db/database-start-error.ts';
import type { Db } from '../../platform/db/pool.ts';
import { createLog } from '../../platform/log.ts';
import { systemRandom } from '../../platform/random.ts';
import { say } from '../../platform/say.ts';
import { commandLineEditor } from './command-line-editor.ts';
import { openStore } from './open-store.ts';
import { parseUserArguments, USER_HELP, UserArgumentError, type UserCommand } from './user-arguments.ts';
import { addUser, resetPassword, resetSecondFactor, UserCommandError, unlockUser } from './user-commands.ts';

const WRONG_USE = 2;
const FAILED = 1;

const run = async (db: Db, command: UserCommand): Promise<void> => {
  const { code, id } = command;
  const context = { editor: commandLineEditor(), clock: systemClock };
  switch (command.kind) {
    case 'unlock':
      say((await unlockUser(db, context, code, id)) ? `${id} may log in again.` : `${id} was not locked.`);
      return;
    case 'password':
      say('The password is shown only now; write it down.');
      say(`login: code=${code} id=${id} password=${await resetPassword(db, context, systemRandom, command)}`);
      return;
    case 'second-factor':
      say(
        (await resetSecondFactor(db, context, code, id))
          ? `${id} logs in with the password only.`
          : `${id} had no second factor.`,
      );
      return;
    case 'add':
      say('The password is shown only now; write it down.');
      say(
        `login: role=${command.role} code=${code} id=${id} password=${await addUser(db, context, systemRandom, command)}`,
      );
      return;
  }
};

const main = async (): Promise<void> => {
  const { command, ...place } = parseUserArguments(process.argv.slice(2), process.env);
  if (command.kind === 'help') return say(USER_HELP);
  const store = await openStore({ ...place, log: createLog({ level: 'error' }) });
  try {
    await run(store.db, command);
  } finally {
    await store.close();
  }
};

try {
  await main();
} catch (error) {
  const isWrongUse = error instanceof UserArgumentError;
  const isForOperator = isWrongUse || error instanceof UserCommandError || error instanceof DatabaseStartError;
  if (!isForOperator) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = isWrongUse ? WRONG_USE : FAILED;
}
