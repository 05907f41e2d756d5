import {
  decoders as contract,
  getDecoderSource,
  listDecoderVersions,
  MAX_DECODER_REQUEST,
  tryDecoder,
} from '@airdeck/contract/door/decoder';
import type { Scope } from '@airdeck/domain/policy/may';
import type { BoundSensor } from '@airdeck/drivers/binding';
import type { DecoderSandbox } from '../../decoder-sandbox/decoder-sandbox.ts';
import type { DecoderInput } from '../../decoder-sandbox/types.ts';
import type { Db } from '../../platform/db/pool.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { SiteAddressRule } from '../../platform/net/site-address.ts';
import type { PasswordSeal } from '../../platform/password-seal.ts';
import { createResource, type ResourceDeps } from '../../resource/resource.ts';
import { addResourceRoutes } from '../../resource/resource-routes.ts';
import { arrivalOf, decoderInputOf, openArrival } from './decode-arrival.ts';
import { decoderTable, findSource, insertVersion, listVersions } from './decoder-queries.ts';
import { createDoorDeviceTable, findFacts, findSample } from './door-device-queries.ts';
import { checkExamples, trialOf, writtenInput } from './try-decoder.ts';

export interface DecoderRoutesOptions extends ResourceDeps {
  isAllowed: SiteAddressRule;
  seal: PasswordSeal;
  db: Db;
  sandbox: Pick<DecoderSandbox, 'decode'>;
}

/** Runs of decoders a minute from one address. */
const RUNS_A_MINUTE = 120;
const RUNS = { bodyLimit: MAX_DECODER_REQUEST, perMinute: RUNS_A_MINUTE };

export const addDecoderRoutes = (http: Http, options: DecoderRoutesOptions): void => {
  const { db, sandbox } = options;
  const decoders = createResource(options, decoderTable);
  const devices = createResource(options, createDoorDeviceTable(options));

  // Examples run before the transaction, so that none waits for a decoder.
  const { add, edit, ...others } = contract;
  addResourceRoutes(http, others, decoders);
  addRoute(
    http,
    add,
    async ({ body, scope, editor }) => {
      await checkExamples(sandbox, body.source, body.examples);
      return decoders.add(editor, scope, body, (tx, id) => insertVersion(tx, id, body.source, editor));
    },
    RUNS,
  );
  addRoute(
    http,
    edit,
    async ({ params, body, scope, editor }) => {
      await decoders.read(scope, params.id);
      await checkExamples(sandbox, body.source, body.examples);
      return decoders.edit(editor, scope, params.id, body);
    },
    RUNS,
  );

  addRoute(http, getDecoderSource, async ({ params, query, scope }) => {
    await decoders.read(scope, params.id);
    const found = await findSource(db, params.id, query.versionId);
    if (found === undefined) throw new Failure('RESOURCE_NOT_FOUND');
    return found;
  });
  addRoute(http, listDecoderVersions, async ({ params, scope }) => {
    await decoders.read(scope, params.id);
    const rows = await listVersions(db, params.id);
    return { versions: rows.map((row) => ({ ...row, saved_time: row.saved_time.toISOString() })) };
  });

  /** The last message of a device, with its binding. */
  const lastMessage = async (scope: Scope, id: number): Promise<{ input: DecoderInput; bound: BoundSensor[] }> => {
    await devices.read(scope, id);
    const sample = await findSample(db, id);
    const { sample_topic: topic = null, sample_payload: payload = null, last_seen_time: time = null } = sample ?? {};
    if (sample === undefined || topic === null || payload === null)
      throw new Failure('INVALID_PARAMETER', { device_id: 'NOT_FOUND' });
    const facts = await findFacts(db, sample.door_id);
    const chosen = { envelope: sample.envelope, driver: null };
    const opened = openArrival(chosen, arrivalOf(topic, payload, false), (key) => facts.get(key ?? ''));
    const input = !('address' in opened) ? null : decoderInputOf(opened, time?.getTime() ?? 0);
    if (input === null) throw new Failure('INVALID_PARAMETER', { device_id: 'INVALID' });
    return { input, bound: sample.sensors };
  };

  addRoute(
    http,
    tryDecoder,
    async ({ body: { source, input, device_id }, scope }) => {
      const tried =
        device_id === null
          ? { input: input === null ? null : writtenInput(input), bound: [] }
          : await lastMessage(scope, device_id);
      if (tried.input === null) throw new Failure('INVALID_PARAMETER', { input: 'REQUIRED' });
      return trialOf(await sandbox.decode(source, tried.input), tried.bound);
    },
    RUNS,
  );
};
