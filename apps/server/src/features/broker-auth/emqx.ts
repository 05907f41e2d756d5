import type { ReadQuestion } from './types.ts';

/** Requests of EMQX, whose bodies are templates: docs/operations has those with these fields. */
export const EMQX: Readonly<Record<'authentication' | 'authorization', ReadQuestion>> = {
  authentication: (fields) => {
    const [username, password, clientId] = ['username', 'password', 'clientid'].map((name) => fields.get(name));
    if (username === undefined || password === undefined || clientId === undefined) return null;
    return { ask: 'login', username, password, clientId };
  },
  authorization: (fields) => {
    const [username, topic, action, clientId] = ['username', 'topic', 'action', 'clientid'].map((name) =>
      fields.get(name),
    );
    if (username === undefined || topic === undefined || clientId === undefined) return null;
    return action === 'publish' || action === 'subscribe' ? { ask: action, username, topic, clientId } : null;
  },
};
