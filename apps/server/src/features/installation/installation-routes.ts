import { getInstallation, setInstallation, startRun } from '@airdeck/contract/installation/routes';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { ChangeRegistry } from '../../registry/change-registry.ts';
import { readSettings, saveSettings } from './installation-queries.ts';
import { type InstallationSources, presentRun, presentSettings, readInstallation } from './read-installation.ts';
import { insertRun, listRuns } from './run-queries.ts';

/** Backups and drills from one address: each costs minutes of a server. */
const RUNS_A_MINUTE = 6;
/** Id in the audit log: there is one installation. */
const ONLY = 1;

export interface InstallationRoutesOptions {
  db: Db;
  clock: Clock;
  changeRegistry: ChangeRegistry;
  sources: InstallationSources;
}

export const addInstallationRoutes = (
  http: Http,
  { db, clock, changeRegistry, sources }: InstallationRoutesOptions,
): void => {
  addRoute(http, getInstallation, () => readInstallation(db, clock, sources));

  addRoute(http, setInstallation, async ({ body: { version, ...settings }, editor }) => {
    const visible = async (tx: Tx) => {
      const { version: _, ...fields } = presentSettings(await readSettings(tx));
      return fields;
    };
    await changeRegistry(editor, async ({ tx, note }) => {
      const before = await visible(tx);
      if (!(await saveSettings(tx, settings, version))) throw new Failure('EDITED_MEANWHILE');
      const entry = { action: 'write', entity: 'installation', entityId: ONLY, organizationId: null } as const;
      note({ ...entry, before, after: settings });
    });
    return presentSettings(await readSettings(db));
  });

  addRoute(
    http,
    startRun,
    ({ body: { kind }, editor }) =>
      changeRegistry(editor, async ({ tx, note }) => {
        const inserted = await insertRun(tx, kind, false, clock.now());
        if (inserted) {
          const entry = { action: 'create', entity: 'installation', entityId: ONLY, organizationId: null } as const;
          note({ ...entry, before: null, after: { kind } });
          return presentRun(inserted);
        }
        const open = (await listRuns(tx, 100)).find(
          (run) => run.kind === kind && (run.state === 'WAITING' || run.state === 'RUNNING'),
        );
        // It has ended since the insert.
        if (!open) throw new Failure('TOO_MANY_REQUESTS');
        return presentRun(open);
      }),
    { perMinute: RUNS_A_MINUTE },
  );
};
