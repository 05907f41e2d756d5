import { auditStreams, renewStreamSecret, testAuditStream } from '@airdeck/contract/audit-stream/routes';
import type { Clock } from '../../platform/clock.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import type { PasswordSeal } from '../../platform/password-seal.ts';
import type { Random } from '../../platform/random.ts';
import { createResource, type ResourceDeps } from '../../resource/resource.ts';
import { addResourceRoutes } from '../../resource/resource-routes.ts';
import type { SendStream } from './send-stream.ts';
import { createAuditStreamTable, saveSecret, sendSoon } from './stream-queries.ts';

const SECRET_BYTES = 32;
/** Low, because each test posts to an address. */
const TESTS_A_MINUTE = 5;

export interface AuditStreamRoutesOptions extends ResourceDeps {
  clock: Clock;
  random: Random;
  seal: PasswordSeal;
  send: SendStream;
}

/** Routes to administer audit streams. A secret is returned once, when it is made. */
export const addAuditStreamRoutes = (http: Http, options: AuditStreamRoutesOptions): void => {
  const { db, clock, random, seal, send, changeRegistry } = options;
  const resource = createResource(options, createAuditStreamTable({ clock, seal }));
  const newSecret = (): string => Buffer.from(random(SECRET_BYTES)).toString('base64url');
  const { list, read, edit, remove } = auditStreams;
  addResourceRoutes(http, { list, read, edit, remove }, resource);

  addRoute(http, auditStreams.add, async ({ body, scope, editor }) => {
    const secret = newSecret();
    return { ...(await resource.add(editor, scope, { ...body, secret })), secret };
  });

  addRoute(http, renewStreamSecret, async ({ params: { id }, scope, editor }) => {
    const { organization_id: organizationId, name } = await resource.read(scope, id);
    const secret = newSecret();
    await changeRegistry(editor, async ({ tx, note }) => {
      await saveSecret(tx, id, seal.seal(secret));
      const after = { name, secret: 'renewed' };
      note({ action: 'write', entity: 'audit_streams', entityId: id, organizationId, before: null, after });
    });
    return { secret };
  });

  addRoute(
    http,
    testAuditStream,
    async ({ params: { id }, scope }) => {
      await resource.read(scope, id);
      const error = await send(id, [], true);
      if (error === null) await sendSoon(db, id, clock.now());
      return { error };
    },
    { perMinute: TESTS_A_MINUTE },
  );
};
