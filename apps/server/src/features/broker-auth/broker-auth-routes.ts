import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashSecret, matchesSecret } from '../../device-messages/secret.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { limitLog } from '../../platform/limit-log.ts';
import type { Log } from '../../platform/log.ts';
import { proxyRule } from '../../platform/net/trusted-proxies.ts';
import { answerQuestion } from './answer-question.ts';
import { EMQX } from './emqx.ts';
import { MOSQUITTO } from './mosquitto.ts';
import { RABBITMQ } from './rabbitmq.ts';
import { readForm, readJson } from './read-fields.ts';
import type { BrokerLogins, Fields, ReadQuestion } from './types.ts';

const BASE = '/broker-auth';
/** Topics of the protocol have at most a hundred characters. */
const MAX_BODY_BYTES = 8_192;
const LOG_LINES_A_MINUTE = 60;

/** How a kind of broker reads the answer. */
interface Dialect {
  path: string;
  addresses: Readonly<Record<string, ReadQuestion>>;
  answer(isYes: boolean, reply: FastifyReply): unknown;
}

const DIALECTS: readonly Dialect[] = [
  {
    path: BASE,
    addresses: RABBITMQ,
    answer: (isYes, reply) => reply.type('text/plain').send(isYes ? 'allow' : 'deny'),
  },
  {
    path: `${BASE}/emqx`,
    addresses: EMQX,
    // It passes over any other status, and may then allow what was to be refused.
    answer: (isYes, reply) => sendJson(reply, { result: isYes ? 'allow' : 'deny', is_superuser: false }),
  },
  {
    path: `${BASE}/mosquitto`,
    addresses: MOSQUITTO,
    answer: (isYes, reply) => sendJson(reply.code(isYes ? 200 : 403), { ok: isYes, error: isYes ? '' : 'refused' }),
  },
];

const sendJson = (reply: FastifyReply, json: object) => reply.type('application/json').send(JSON.stringify(json));

export interface BrokerAuthOptions {
  /** Allowed callers; null: the addresses do not exist. */
  callers: Config['brokerAuth'];
  /** Kinds of logins, of which none owns a username of another. */
  logins: readonly BrokerLogins[];
  /** Monotonic milliseconds. */
  monotonic(): number;
  log: Log;
}

/**
 * Addresses at which brokers of others (RabbitMQ, EMQX, Mosquitto) ask who may connect, publish and subscribe. To all
 * who may not ask, these addresses do not exist.
 */
export const addBrokerAuthRoutes = (http: Http, { callers, logins, monotonic, log }: BrokerAuthOptions): void => {
  if (callers === null) return;
  const isCaller = proxyRule(callers.networks);
  const tokenHash = callers.token === null ? null : hashSecret(callers.token);
  const say = limitLog(log, { lines: LOG_LINES_A_MINUTE, monotonic });

  const hasToken = ({ query }: FastifyRequest): boolean => {
    const { token } = query as { token?: unknown };
    return tokenHash === null || (typeof token === 'string' && matchesSecret(token, tokenHash));
  };

  for (const { path, addresses, answer } of DIALECTS) {
    // In a separate context: no other route accepts forms.
    http.register(async (room) => {
      room.removeAllContentTypeParsers();
      const parse = (type: string, read: (bytes: Buffer) => Fields): void => {
        room.addContentTypeParser(type, { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => read(body));
      };
      parse('application/x-www-form-urlencoded', readForm);
      parse('application/json', readJson);
      room.addHook('onRequest', async (request, reply) => {
        if (!isCaller(request.ip) || !hasToken(request)) return reply.callNotFound();
      });
      // A malformed request is denied in the broker's own format.
      room.setErrorHandler((error, request, reply) => {
        say('warn', { err: error, path: request.routeOptions.url }, 'request of a broker failed');
        return answer(false, reply);
      });
      for (const [name, read] of Object.entries(addresses)) {
        room.route({
          ...{ method: 'POST', url: `${path}/${name}`, bodyLimit: MAX_BODY_BYTES, schema: { hide: true } },
          config: { access: 'public' },
          handler: async (request, reply) => {
            const question = request.body instanceof Map ? read(request.body) : null;
            const isYes = question !== null && (await answerQuestion(logins, question));
            if (!isYes && question !== null) {
              const { ask, username } = question;
              say('info', { broker: request.ip, ask, username }, 'request of a broker denied');
            }
            return answer(isYes, reply);
          },
        });
      }
    });
  }
};
