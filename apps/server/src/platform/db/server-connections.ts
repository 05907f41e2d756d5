import type { ServerRole } from '../config/server-roles.ts';
import { keyIdOf } from '../key-ring.ts';

/** Name of a process's connections in `pg_stat_activity`: from it commands learn which key the process encrypts with. */
export const connectionName = (role: ServerRole, sealKey: Uint8Array): string => `airdeck ${role} ${keyIdOf(sealKey)}`;
