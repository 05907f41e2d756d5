import type { Fields, Question, ReadQuestion } from './types.ts';

/** The exchange through which RabbitMQ's MQTT plugin passes all messages. */
const EXCHANGE = 'amq.topic';
/** Virtual hosts that hold Airdeck's messages. Others of the same RabbitMQ belong to other programs. */
const VIRTUAL_HOSTS: ReadonlySet<string> = new Set(['/', 'airdeck']);
/** The queue of a persistent session or of subscriptions with QoS 0. */
const SESSION_QUEUE = /^mqtt-subscription-(.+)qos[01]$/s;

const ofOwnHost = (fields: Fields): boolean => VIRTUAL_HOSTS.has(fields.get('vhost') ?? '');
const clientIdOf = (fields: Fields): string | null =>
  fields.get('client_id') ?? fields.get('variable_map.client_id') ?? null;

const ASKS: ReadonlyMap<string | undefined, 'publish' | 'subscribe'> = new Map([
  ['write', 'publish'],
  ['read', 'subscribe'],
]);

/** The plugin writes a topic as a routing key: `.` for `/`, `*` for `+`. */
const topicOf = (routingKey: string): string => routingKey.replaceAll('.', '/').replaceAll('*', '+');

/**
 * Requests of rabbitmq_auth_backend_http by the last part of their address. MQTT clients need the exchange, whose topics
 * are asked about one by one, and the queue of their own session; nothing else is theirs, over AMQP neither.
 */
export const RABBITMQ: Readonly<Record<'user' | 'vhost' | 'resource' | 'topic', ReadQuestion>> = {
  user: (fields) => {
    const [username, password] = [fields.get('username'), fields.get('password')];
    if (username === undefined || password === undefined) return null;
    return { ask: 'login', username, password, clientId: clientIdOf(fields) };
  },
  vhost: (fields) => {
    const username = fields.get('username');
    return username !== undefined && ofOwnHost(fields)
      ? { ask: 'known', username, clientId: clientIdOf(fields) }
      : null;
  },
  resource: (fields) => {
    const [username, resource, name = ''] = ['username', 'resource', 'name'].map((key) => fields.get(key));
    if (username === undefined || !ofOwnHost(fields)) return null;
    if (resource === 'queue') {
      const clientId = SESSION_QUEUE.exec(name)?.[1];
      return clientId === undefined ? null : { ask: 'session', username, clientId };
    }
    const isUse = fields.get('permission') === 'read' || fields.get('permission') === 'write';
    return resource === 'exchange' && name === EXCHANGE && isUse ? { ask: 'known', username, clientId: null } : null;
  },
  topic: (fields): Question | null => {
    const [username, routingKey] = [fields.get('username'), fields.get('routing_key')];
    const ask = ASKS.get(fields.get('permission'));
    if (username === undefined || routingKey === undefined || ask === undefined) return null;
    if (!ofOwnHost(fields) || fields.get('name') !== EXCHANGE) return null;
    return { ask, username, topic: topicOf(routingKey), clientId: clientIdOf(fields) };
  },
};
