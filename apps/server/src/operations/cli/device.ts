import { randomBytes } from 'node:crypto';
import { newSecret } from '../../device-messages/secret.ts';
import { systemClock } from '../../platform/clock.ts';
import { DatabaseStartError } from '../../platform/db/database-start-error.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { createLog } from '../../platform/log.ts';
import { say } from '../../platform/say.ts';
import { duplicateOf } from '../../registry/change-registry.ts';
import { commandLineEditor } from './command-line-editor.ts';
import { DEVICE_HELP, DeviceArgumentError, type DeviceWork, parseDeviceArguments } from './device-arguments.ts';
import { openStore } from './open-store.ts';
import { ProvisionError, provisionEnrolment, provisionGateway, provisionMeter } from './provision.ts';

const WRONG_USE = 2;
const FAILED = 1;

/** Executes the command; returns the username that belongs to the secret. */
const run = async (tx: Tx, command: DeviceWork, secret: string): Promise<string> => {
  const context = { editor: commandLineEditor(), now: systemClock.now() };
  switch (command.kind) {
    case 'add':
      await provisionMeter(tx, context, command.request, secret);
      return `${command.request.organization}:${command.request.code}`;
    case 'gateway':
      await provisionGateway(tx, context, command, secret);
      return `${command.organization}:${command.code}`;
    case 'enrolment':
      await provisionEnrolment(tx, context, command.organization, secret);
      return `${command.organization}:{device code}`;
  }
};

const main = async (): Promise<void> => {
  const { command, ...place } = parseDeviceArguments(process.argv.slice(2), process.env);
  if (command.kind === 'help') return say(DEVICE_HELP);
  const store = await openStore({ ...place, log: createLog({ level: 'error' }) });
  try {
    const secret = newSecret(randomBytes);
    const username = await store.db.tx((tx) => run(tx, command, secret));
    say('The secret is shown only now; write it down.');
    say(`device: username=${username} secret=${secret}`);
  } finally {
    await store.close();
  }
};

/** The message for the operator; null for an unexpected error. */
const words = (error: unknown): string | null => {
  if (error instanceof DeviceArgumentError || error instanceof ProvisionError || error instanceof DatabaseStartError) {
    return error.message;
  }
  const duplicate = duplicateOf(error);
  return duplicate === undefined
    ? null
    : `That is registered already (${duplicate.code}): choose another code or name.`;
};

try {
  await main();
} catch (error) {
  const message = words(error);
  if (message === null) throw error;
  process.stderr.write(`${message}\n`);
  process.exitCode = error instanceof DeviceArgumentError ? WRONG_USE : FAILED;
}
