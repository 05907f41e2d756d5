import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROLES, type Role } from '@airdeck/domain/role';
import { randomPassword } from '../platform/password.ts';
import { type Random, systemRandom } from '../platform/random.ts';
import { DEMO_MARK } from './demo-mark.ts';

/** @throws Error if a role has no password */
const parsePasswords = (given: Record<string, unknown>): Record<Role, string> => {
  const passwords = ROLES.map((role): [Role, string] => {
    const password = given[role];
    if (typeof password !== 'string') throw new Error(`${DEMO_MARK} has no password for ${role}; start with --reset`);
    return [role, password];
  });
  return Object.fromEntries(passwords) as Record<Role, string>;
};

/** The demo's passwords are printed at each start, so unlike all others they are stored: in a separate folder, 0600. */
export const demoPasswords = (dataDir: string, random: Random): Record<Role, string> => {
  const path = join(dataDir, DEMO_MARK);
  if (existsSync(path)) return parsePasswords(JSON.parse(readFileSync(path, 'utf8')));
  const passwords = parsePasswords(Object.fromEntries(ROLES.map((role) => [role, randomPassword(random)])));
  writeFileSync(path, JSON.stringify(passwords), { mode: 0o600 });
  return passwords;
};

/** Marks the folder as the demo's. */
export const markDemo = (dataDir: string): void => void demoPasswords(dataDir, systemRandom);
