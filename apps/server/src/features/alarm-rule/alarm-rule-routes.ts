import { alarmRules, getAlarmSetting, setAlarmSetting } from '@airdeck/contract/alarm-rule/routes';
import type { AlarmSetting } from '@airdeck/contract/alarm-rule/schema';
import { isWithin, type Scope } from '@airdeck/domain/policy/may';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import { createResource, type ResourceDeps } from '../../resource/resource.ts';
import { addResourceRoutes } from '../../resource/resource-routes.ts';
import { alarmRuleTable, findAlarmSetting, saveAlarmSetting } from './alarm-rule-queries.ts';

/** @throws Failure NOT_FOUND_ORGANIZATION */
const mustFind = async (tx: Db | Tx, scope: Scope, organizationId: number): Promise<AlarmSetting> => {
  const setting = isWithin(scope, { organizationId }) ? await findAlarmSetting(tx, organizationId) : undefined;
  if (setting === undefined) throw new Failure('NOT_FOUND_ORGANIZATION');
  return setting;
};

/** The rules of alarms. A change of a rule is announced as a change of its organization, so that the engine reads them again. */
export const addAlarmRuleRoutes = (http: Http, deps: ResourceDeps): void => {
  const { db, changeRegistry } = deps;
  addResourceRoutes(http, alarmRules, createResource(deps, alarmRuleTable));
  addRoute(http, getAlarmSetting, ({ params, scope }) => mustFind(db, scope, params.id), {
    notFound: 'NOT_FOUND_ORGANIZATION',
  });
  addRoute(
    http,
    setAlarmSetting,
    ({ params: { id }, body, scope, editor }) =>
      changeRegistry(editor, async ({ tx, note }) => {
        const before = await mustFind(tx, scope, id);
        await saveAlarmSetting(tx, id, body);
        note({ action: 'write', entity: 'alarm_rules', entityId: id, organizationId: id, before, after: body });
        return body;
      }),
    { notFound: 'NOT_FOUND_ORGANIZATION' },
  );
};
