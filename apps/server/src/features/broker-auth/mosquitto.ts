import type { ReadQuestion } from './types.ts';

/** Accesses of Mosquitto's plugins. Its fourth one, reading and writing at once (3), is never asked for. */
const ASKS: ReadonlyMap<string | undefined, 'receive' | 'publish' | 'subscribe'> = new Map([
  ['1', 'receive'],
  ['2', 'publish'],
  ['4', 'subscribe'],
]);

/** Requests of the HTTP backend of mosquitto-go-auth. */
export const MOSQUITTO: Readonly<Record<'user' | 'superuser' | 'acl', ReadQuestion>> = {
  user: (fields) => {
    const [username, password, clientId] = ['username', 'password', 'clientid'].map((name) => fields.get(name));
    if (username === undefined || password === undefined || clientId === undefined) return null;
    return { ask: 'login', username, password, clientId };
  },
  // A superuser would be asked about no topic.
  superuser: () => null,
  acl: (fields) => {
    const [username, topic, clientId] = ['username', 'topic', 'clientid'].map((name) => fields.get(name));
    const ask = ASKS.get(fields.get('acc'));
    if (username === undefined || topic === undefined || clientId === undefined || ask === undefined) return null;
    return { ask, username, topic, clientId };
  },
};
