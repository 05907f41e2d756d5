import { channelOf } from '@airdeck/domain/channel';
import type { Scope } from '@airdeck/domain/policy/may';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRegistry } from '../../../registry/registry.ts';
import type { RegistrySnapshot } from '../../../registry/snapshot.ts';
import { aContext } from '../../../testing/context.ts';
import { makeEdit, prepareRegistry, type RegistryEdit, registryEdit } from '../../../testing/registry-edits.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';
import { type CurrentAir, createCurrentAir } from '../current/current-air.ts';
import { createOpenAlarms } from '../current/open-alarms.ts';
import { createPurifierReports } from '../current/purifier-reports.ts';
import { treeStream, type ViewStream } from '../live/view-streams.ts';
import { createBadAirStreams } from '../views/bad-air.ts';
import { listTree } from '../views/tree.ts';
import { type Assessor, createAssessor } from './assessor.ts';
import { placesOf, seenPlace } from './places.ts';

const NOW = Date.UTC(2026, 0, 5, 3, 5);
const STEP_MS = 20_000;
const CO2 = channelOf('CO2', 1);
/** Less than any registry of the test has: its assessments are made like those of thousands of meters. */
const FEW = 0;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Viewers of everything, of each organization, and of a part of each. */
const scopesOf = ({ organizations }: RegistrySnapshot): Scope[] => [
  { reach: 'all' },
  ...[...organizations.values()].flatMap(({ id, offices }): Scope[] => [
    { reach: 'own', organizationId: id },
    {
      ...{ reach: 'places', organizationId: id, officeIds: offices.slice(0, 1).map((office) => office.id) },
      departmentIds: offices.slice(1).flatMap(({ departments }) => departments.slice(0, 1).map((each) => each.id)),
    },
  ]),
];

/** All that viewers see of the places and their air. */
const pictureOf = async (snapshot: RegistrySnapshot, assessor: Assessor, now: number) => {
  const pictures = [];
  for (const scope of scopesOf(snapshot)) {
    const context = aContext(snapshot, { scope, now });
    const { all, byKind, organizations } = placesOf(context);
    await assessor.ahead(organizations, context);
    const places = assessor.places(all, context).map(({ place, air }) => ({
      ...{ kind: place.kind, name: place.item.name, organization: place.organization.name },
      meters: place.meters.map(({ id, name }) => [id, name]),
      above: place.above.map(({ kind, item }) => [kind, item.name]),
      isFound: seenPlace(context, place.kind, place.item.id) === place,
      isListed: byKind[place.kind].get(place.item.id) === place,
      air: { ...air, sums: null, worst: air.worst && { ...air.worst, meter: air.worst.meter.name } },
    }));
    pictures.push({ scope, places, tree: listTree(assessor, context) });
  }
  return pictures;
};

type Step = RegistryEdit | { meter: number; co2: number };

const step: fc.Arbitrary<Step> = fc.oneof(registryEdit, fc.record({ meter: fc.nat(20), co2: fc.nat(3_000) }));

/** Rows of the tree of a client that loads it once and then applies the events of its stream. */
const createClient = () => {
  let grades = new Map<string, unknown>();
  return {
    load(nodes: ReturnType<typeof listTree>): void {
      grades = new Map(nodes.map(({ kind, id, grade }) => [`${kind} ${id}`, grade]));
    },
    take(event: ReturnType<ViewStream>): void {
      if (event?.type !== 'tree') return;
      for (const { kind, id, grade } of event.nodes)
        if (grades.has(`${kind} ${id}`)) grades.set(`${kind} ${id}`, grade);
    },
    grades: () => grades,
  };
};

const measure = (current: CurrentAir, { meters }: RegistrySnapshot, time: number, pick: number, co2: number): void => {
  const ids = [...meters.keys()].toSorted((a, b) => a - b);
  const meterId = ids[pick % Math.max(1, ids.length)];
  if (meterId !== undefined) current.apply([{ meterId, time, channels: [CO2], ticks: [co2] }]);
};

test.each([
  ['few', undefined],
  ['many', FEW],
])(
  'after any changes the places and air of %s meters are those of a rebuild',
  async (_, manyMeters) => {
    const { db } = database;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
        await prepareRegistry(db);
        const followed = createRegistry(db);
        await followed.reload();
        const current = createCurrentAir();
        const assessor = createAssessor(current, manyMeters);
        const sources = { assessor, alarms: createOpenAlarms(), reports: createPurifierReports() };
        const stream = treeStream({ ...sources, badAir: createBadAirStreams(sources) });
        const client = createClient();
        let now = NOW;
        const context = () => aContext(followed.snapshot(), { now });
        client.load(listTree(assessor, context()));
        stream(context());
        for (const each of steps) {
          now += STEP_MS;
          if ('co2' in each) measure(current, followed.snapshot(), now, each.meter, each.co2);
          else await followed.refresh(await makeEdit(db, each));
          const kept = await pictureOf(followed.snapshot(), assessor, now);
          const fresh = createRegistry(db);
          await fresh.reload();
          const rebuilt = await pictureOf(fresh.snapshot(), createAssessor(current, manyMeters), now);
          expect(kept, JSON.stringify(each)).toEqual(rebuilt);
          const [everything] = rebuilt;
          const nodes = everything?.tree ?? [];
          // The client loads the tree again after a change of the registry, before the next event of its stream.
          if (!('co2' in each)) client.load(nodes);
          client.take(stream(context()));
          expect(client.grades()).toEqual(new Map(nodes.map(({ kind, id, grade }) => [`${kind} ${id}`, grade])));
        }
      }),
      { numRuns: 12 },
    );
  },
  120_000,
);
