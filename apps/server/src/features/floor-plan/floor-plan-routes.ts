import {
  addFloorPlan,
  deleteFloorPlan,
  type FloorPlan,
  getFloorPlanImage,
  listFloorPlans,
  listPlanNames,
  MAX_PLAN_BYTES,
  MAX_PLAN_SIDE,
  MAX_PLANS,
  MIN_PLAN_SIDE,
  replaceFloorPlanImage,
  setFloorPlan,
} from '@airdeck/contract/floor-plan/routes';
import { type CleanImage, cleanImage } from '@airdeck/domain/image/clean-image';
import { MEDIA_TYPES } from '@airdeck/domain/image/types';
import { isWithin, type Scope } from '@airdeck/domain/policy/may';
import type { FastifyRequest } from 'fastify';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { acceptFiles } from '../../platform/http/accept-files.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Editor } from '../../platform/http/who.ts';
import type { ChangeRegistry, RegistryChange } from '../../registry/change-registry.ts';
import type { Registry } from '../../registry/registry.ts';
import { ownerOfMeter } from '../../registry/visible-organizations.ts';
import {
  countMeters,
  deletePlan,
  insertPlan,
  listNames,
  listPlans,
  lockOffice,
  lockPlan,
  type PlanRow,
  readImage,
  saveImage,
  saveLayout,
} from './floor-plan-queries.ts';

const FILE_TYPE = 'application/octet-stream';
/** Maximum number of images in memory, including uploads in progress. */
const MAX_HELD = 4;
const SENT_A_MINUTE = 30;

export interface FloorPlanRoutesOptions {
  db: Db;
  registry: Registry;
  changeRegistry: ChangeRegistry;
}

const refused = (image: 'INVALID' | 'TOO_LARGE' | 'TOO_SMALL'): Failure => new Failure('INVALID_PARAMETER', { image });

/** The image of a body, without anything that a picture does not need. @throws Failure INVALID_PARAMETER */
const imageOf = ({ body }: FastifyRequest): CleanImage => {
  const image = Buffer.isBuffer(body) ? cleanImage(body) : null;
  if (!image) throw refused('INVALID');
  const sides = [image.width, image.height];
  if (Math.max(...sides) > MAX_PLAN_SIDE) throw refused('TOO_LARGE');
  if (Math.min(...sides) < MIN_PLAN_SIDE) throw refused('TOO_SMALL');
  return image;
};

/** The part of a plan that the audit log records. */
const recorded = ({ name, pins, width, height, image_version }: PlanRow): object => ({
  floor_plan: name,
  floor_plan_pins: pins.length,
  floor_plan_image: `${width} × ${height} (${image_version})`,
});

/** Plans of floors with the places of meters; changes are those of their office. */
export const addFloorPlanRoutes = (http: Http, { db, registry, changeRegistry }: FloorPlanRoutesOptions): void => {
  /** The plan with the meters that a viewer sees. */
  const present = (scope: Scope, { organization_id: _, ...plan }: PlanRow): FloorPlan => ({
    ...plan,
    pins: plan.pins.filter(({ meter_id: id }) => {
      const meter = registry.snapshot().meters.get(id);
      return (
        meter?.use === 'Y' && meter.department.office.id === plan.office_id && isWithin(scope, ownerOfMeter(meter))
      );
    }),
  });

  const mustLock = async (tx: Tx, scope: Scope, id: number, version?: number): Promise<PlanRow> => {
    const plan = await lockPlan(tx, scope, id);
    if (!plan) throw new Failure('RESOURCE_NOT_FOUND');
    if (version !== undefined && plan.version !== version) throw new Failure('EDITED_MEANWHILE');
    return plan;
  };

  const noteOf = ({ note }: RegistryChange, before: PlanRow | null, after: PlanRow | null): void => {
    const plan = after ?? before;
    if (!plan) return;
    note({
      ...{ action: 'write', entity: 'offices', entityId: plan.office_id, organizationId: plan.organization_id },
      ...{ before: before && recorded(before), after: after && recorded(after) },
    });
  };

  /** Changes a plan whose version the editor has seen. */
  const change = async (
    { scope, editor }: { scope: Scope; editor: Editor },
    { id, version }: { id: number; version: number },
    write: (tx: Tx, plan: PlanRow) => Promise<void>,
  ): Promise<FloorPlan> =>
    present(
      scope,
      await changeRegistry(editor, async (made) => {
        const before = await mustLock(made.tx, scope, id, version);
        await write(made.tx, before);
        const after = await mustLock(made.tx, scope, id);
        noteOf(made, before, after);
        return after;
      }),
    );

  addRoute(http, listFloorPlans, async ({ query, scope }) => ({
    plans: (await listPlans(db, scope, query.officeId)).map((plan) => present(scope, plan)),
  }));

  addRoute(http, listPlanNames, async ({ query, scope }) => ({
    plans: await listNames(db, scope, query.organizationId),
  }));

  addRoute(
    http,
    getFloorPlanImage,
    async ({ params, scope, reply }) => {
      const found = await readImage(db, scope, params.id);
      if (!found) throw new Failure('RESOURCE_NOT_FOUND');
      return reply.type(MEDIA_TYPES[found.format]).send(found.image);
    },
    { isFile: true },
  );

  addRoute(http, setFloorPlan, ({ params: { id }, body: { name, pins, version }, scope, editor }) =>
    change({ scope, editor }, { id, version }, async (tx, plan) => {
      const meters = pins.map(({ meter_id }) => meter_id);
      if ((await countMeters(tx, plan.office_id, meters)) < meters.length) {
        throw new Failure('INVALID_PARAMETER', { pins: 'NOT_FOUND' });
      }
      await saveLayout(tx, id, name, pins);
    }),
  );

  addRoute(http, deleteFloorPlan, async ({ params, query, scope, editor }) => {
    await changeRegistry(editor, async (made) => {
      const plan = await mustLock(made.tx, scope, params.id, query.version);
      await deletePlan(made.tx, params.id);
      noteOf(made, plan, null);
    });
    return {};
  });

  // In a separate context: no other route accepts images, or bodies of this size.
  http.register(async (room) => {
    acceptFiles(room, {
      types: { [FILE_TYPE]: MAX_PLAN_BYTES },
      maxHeld: MAX_HELD,
      tooLarge: () => refused('TOO_LARGE'),
    });
    addRoute(
      room,
      addFloorPlan,
      async ({ query: { officeId, name }, scope, editor, request }) => {
        const image = imageOf(request);
        const added = await changeRegistry(editor, async (made) => {
          const office = await lockOffice(made.tx, scope, officeId);
          if (!office) throw new Failure('RESOURCE_NOT_FOUND');
          if (office.plans >= MAX_PLANS) throw new Failure('INVALID_PARAMETER', { name: 'TOO_LARGE' });
          const id = await insertPlan(made.tx, { organizationId: office.organization_id, officeId, name }, image);
          const plan = await mustLock(made.tx, scope, id);
          noteOf(made, null, plan);
          return plan;
        });
        return present(scope, added);
      },
      { perMinute: SENT_A_MINUTE },
    );
    addRoute(
      room,
      replaceFloorPlanImage,
      ({ params: { id }, query: { version }, scope, editor, request }) => {
        const image = imageOf(request);
        return change({ scope, editor }, { id, version }, (tx) => saveImage(tx, id, image));
      },
      { perMinute: SENT_A_MINUTE },
    );
  });
};
