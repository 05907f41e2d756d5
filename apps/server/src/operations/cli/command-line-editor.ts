import { userInfo } from 'node:os';
import type { Editor } from '../../platform/http/who.ts';

/** Longer names are cut. */
const MAX_NAME_LENGTH = 64;

const systemUser = (): string => {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a number without a name.
    return String(process.getuid?.() ?? 'unknown');
  }
};

/** The person at the command line, as the audit log names them; with sudo the one who used it too. */
export const commandLineEditor = (environment: NodeJS.ProcessEnv = process.env): Editor => {
  const user = systemUser();
  const sudo = environment.SUDO_USER;
  const login = sudo && sudo !== user ? `${sudo} → ${user}` : user;
  return { userId: null, ip: null, login: login.slice(0, MAX_NAME_LENGTH) };
};
