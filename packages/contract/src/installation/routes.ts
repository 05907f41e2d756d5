import { z } from 'zod';
import { route } from '../route.ts';
import { backupRun, installation, RUN_KINDS, storedSettings } from './schema.ts';

export const getInstallation = route({
  method: 'GET',
  path: '/installation',
  access: { action: 'read', entity: 'installation' },
  summary: 'State of the installation: processes, disk, work, clocks, keys, certificates, backups',
  answer: installation,
});

export const setInstallation = route({
  method: 'PUT',
  path: '/installation/settings',
  access: { action: 'write', entity: 'installation' },
  summary: 'Sets the schedule of backups and drills, and when alarms of the installation begin',
  body: storedSettings,
  answer: storedSettings,
});

export const startRun = route({
  method: 'POST',
  path: '/installation/runs',
  access: { action: 'create', entity: 'installation' },
  summary: 'Starts a backup or a restore drill within seconds, or answers the one that waits or runs',
  body: z.object({ kind: z.enum(RUN_KINDS) }),
  answer: backupRun,
});
