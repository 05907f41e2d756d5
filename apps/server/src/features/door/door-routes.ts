import {
  doors as doorContract,
  doorDevices,
  getDoorParts,
  getDoorPreview,
  readDoorDevice,
  renewDoorSecret as renewDoorSecretRoute,
} from '@airdeck/contract/door/routes';
import { type Door, type DoorCredential, isPolledKind, MAX_DOOR_BYTES } from '@airdeck/contract/door/schema';
import { API_BASE } from '@airdeck/contract/route';
import type { FastifyRequest } from 'fastify';
import type { DecoderSandbox } from '../../decoder-sandbox/decoder-sandbox.ts';
import { hashSecret, matchesSecret, newSecret } from '../../device-messages/secret.ts';
import type { FeedWriter } from '../../feed/feed.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import type { SiteAddressRule } from '../../platform/net/site-address.ts';
import type { PasswordSeal } from '../../platform/password-seal.ts';
import { createResource, type ResourceDeps } from '../../resource/resource.ts';
import { addResourceRoutes } from '../../resource/resource-routes.ts';
import { findSourceOf, listDecoderParts } from './decoder-queries.ts';
import { addDecoderRoutes } from './decoder-routes.ts';
import { createDoorDeviceTable, findFacts, findSample } from './door-device-queries.ts';
import { checkedRegisterMap, type DoorOfToken, doorTable, findDoorByToken, renewDoorSecret } from './door-queries.ts';
import { findDeviceWithDoor, insertMessage } from './message-queries.ts';
import { listDoorParts, previewSample } from './preview.ts';
import { createReadNow } from './read-now.ts';

export interface DoorRoutesOptions extends ResourceDeps {
  db: Db;
  feed: Pick<FeedWriter, 'wake'>;
  sandbox: Pick<DecoderSandbox, 'decode'>;
  clock: Clock;
  randomBytes(size: number): Buffer;
  monotonic(): number;
  /** Whether the server connects to the address of a polled device. */
  isAllowed: SiteAddressRule;
  /** Encrypts the secrets of logins at polled devices. */
  seal: PasswordSeal;
  /** The address for devices, shown together with a password. */
  mqtt: { port: number; tls: boolean };
}

/** Requests a minute from one address: 1,000 meters behind one router that report once a minute, and some more. */
const REQUESTS_A_MINUTE = 1_200;
const MAX_PATH = 200;
/** Devices that one address asks to read now. */
const READS_A_MINUTE = 60;

/** Whether a request carries the second secret of its door, if the door asks for one. */
const hasHeaderSecret = (
  { raw: { headersDistinct } }: FastifyRequest,
  { header_name: name, header_secret_hash: hash }: DoorOfToken,
): boolean => {
  if (name === null || hash === null) return name === hash;
  const [secret, ...more] = headersDistinct[name.toLowerCase()] ?? [];
  return secret !== undefined && more.length === 0 && matchesSecret(secret, hash);
};

/** Requests of devices and network servers. They are stored as they are and decoded afterwards (`release.ts`). */
const addRequests = (http: Http, { db, feed, clock }: DoorRoutesOptions): void => {
  // In a separate context: no other route accepts a body of any type.
  http.register(async (room) => {
    room.removeAllContentTypeParsers();
    room.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => body);
    const config = {
      access: 'public' as const,
      rateLimit: { max: REQUESTS_A_MINUTE, timeWindow: 60_000 },
    };
    const receive = async (request: FastifyRequest): Promise<Record<string, never>> => {
      const { token = '', '*': rest = '' } = request.params as Record<string, string | undefined>;
      const door = await findDoorByToken(db, hashSecret(token));
      if (door === null) throw new Failure('RESOURCE_NOT_FOUND');
      if (!hasHeaderSecret(request, door)) throw new Failure('INVALID_TOKEN');
      const payload = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const query = request.url.split('?')[1];
      const topic = `/${rest}${query === undefined ? '' : `?${query}`}`.slice(0, MAX_PATH);
      await insertMessage(db, {
        ...{ doorId: door.id, deviceId: null, receivedTime: clock.now(), topic, payload, isRetained: false },
      });
      feed.wake('door_request');
      return {};
    };
    const schema = {
      summary: 'Takes a message of a device or a network server; the token is in the address',
      tags: ['doors'],
      security: [],
    };
    for (const url of [`${API_BASE}/doors/:token`, `${API_BASE}/doors/:token/*`]) {
      room.route({
        ...{ method: 'POST', url, config, bodyLimit: MAX_DOOR_BYTES, handler: receive },
        schema: url.endsWith('*') ? { ...schema, hide: true } : schema,
      });
    }
  });
};

export const addDoorRoutes = (http: Http, options: DoorRoutesOptions): void => {
  const { db, changeRegistry, randomBytes, mqtt, sandbox } = options;
  const doors = createResource(options, doorTable);
  const devices = createResource(options, createDoorDeviceTable(options));

  const shown = ({ kind, account }: Pick<Door, 'kind' | 'account'>, secret: string): DoorCredential => ({
    ...{ account, secret, mqtt_port: mqtt.port, mqtt_tls: mqtt.tls },
    path: kind === 'HTTP' ? `${API_BASE}/doors/${secret}` : null,
  });

  const { add, ...without } = doorContract;
  addResourceRoutes(http, without, doors);
  addRoute(http, add, async ({ body, scope, editor }) => {
    const secret = newSecret(randomBytes);
    const hasSecret = body.kind !== 'SITE' && !isPolledKind(body.kind);
    const door = await doors.add(editor, scope, { ...body, secretHash: hasSecret ? hashSecret(secret) : null });
    return { ...door, credential: hasSecret ? shown(door, secret) : null };
  });
  addRoute(http, renewDoorSecretRoute, async ({ params, scope, editor }) => {
    const door = await doors.read(scope, params.id);
    const secret = newSecret(randomBytes);
    await changeRegistry(editor, async ({ tx, note }) => {
      if (!(await renewDoorSecret(tx, door.id, hashSecret(secret)))) throw new Failure('RESOURCE_NOT_FOUND');
      note({
        ...{ action: 'write', entity: 'doors', entityId: door.id, organizationId: door.organization_id, before: null },
        after: { secret: 'renewed' },
      });
    });
    return { credential: shown(door, secret) };
  });
  addRoute(http, getDoorParts, async ({ request, who, scope }) =>
    listDoorParts(languageOf(request, who), await listDecoderParts(db, scope)),
  );

  addResourceRoutes(http, doorDevices, devices);
  addRoute(http, getDoorPreview, async ({ params, query, scope }) => {
    const { id } = await devices.read(scope, params.id);
    const sample = await findSample(db, id);
    if (sample === undefined) throw new Failure('RESOURCE_NOT_FOUND');
    return previewSample(sample, await findFacts(db, sample.door_id), query.driver, async (decoderId, input) => {
      const source = await findSourceOf(db, decoderId, sample.organization_id);
      return source === undefined ? null : sandbox.decode(source, input);
    });
  });
  const readNow = createReadNow(options);
  addRoute(
    http,
    readDoorDevice,
    async ({ params, body, scope }) => {
      const { id } = await devices.read(scope, params.id);
      const found = await findDeviceWithDoor(db, id);
      if (found === undefined) throw new Failure('RESOURCE_NOT_FOUND');
      const map = checkedRegisterMap(body?.register_map ?? null);
      return readNow(found, await findFacts(db, found.door.id), map);
    },
    { perMinute: READS_A_MINUTE },
  );
  addDecoderRoutes(http, options);
  addRequests(http, options);
};
