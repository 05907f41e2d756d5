import { field, isObject } from '../body.ts';
import { decodedOfObject, hasKnownKey } from '../decoded-object.ts';
import { type Driver, MAX_NAME_LENGTH, type Message } from '../types.ts';

const ADDRESS_KEYS = ['deviceId', 'device_id', 'devEui', 'dev_eui', 'mac', 'serial', 'id'] as const;

const addressIn = ({ body }: Message): string | null => {
  for (const key of ADDRESS_KEYS) {
    const value = field(body.json, key);
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text === 'string' && text.trim() !== '' && text.length <= MAX_NAME_LENGTH) return text;
  }
  return null;
};

/** Any JSON object that names common quantities. */
export const json: Driver = {
  id: 'json',
  title: { ko: '그 밖의 JSON', en: 'JSON' },
  transports: ['MQTT', 'HTTP', 'POLL'],
  defaultInterval: 300,
  matches: ({ body }) => hasKnownKey(body.json),
  addressOf: (message) => message.address ?? addressIn(message) ?? (message.topic.slice(0, MAX_NAME_LENGTH) || null),
  decode: ({ body }) =>
    isObject(body.json) ? decodedOfObject(body.json) : { frames: [], warnings: ['not a JSON object'] },
};
