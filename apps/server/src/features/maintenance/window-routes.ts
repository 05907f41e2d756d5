import { endMaintenanceWindow, maintenanceWindows } from '@airdeck/contract/maintenance/routes';
import type { Clock } from '../../platform/clock.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import { createResource, type ResourceDeps } from '../../resource/resource.ts';
import { addResourceRoutes } from '../../resource/resource-routes.ts';
import { createWindowTable } from './window-queries.ts';

/** Administers maintenance windows. A running one can be ended early. */
export const addWindowRoutes = (http: Http, options: ResourceDeps & { clock: Clock }): void => {
  const windows = createResource(options, createWindowTable(options.clock));
  addResourceRoutes(http, maintenanceWindows, windows);
  addRoute(http, endMaintenanceWindow, async ({ params: { id }, body: { version }, scope, editor }) => {
    const { begin_time, reason, window_state } = await windows.read(scope, id);
    if (window_state !== 'RUNNING') throw new Failure('WINDOW_STATE');
    // In the millisecond of its begin it cannot end yet.
    const end = Math.max(options.clock.now(), Date.parse(begin_time) + 1);
    const end_time = new Date(end).toISOString();
    return windows.edit(editor, scope, id, { begin_time, end_time, reason, version });
  });
};
