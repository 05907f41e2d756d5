import { base64Bytes, bodyOf, field, numberOf, objectOf, stringOf, timeOf } from '../body.ts';
import type { Envelope } from '../types.ts';

/** Events without data that show that the device is alive. */
const SIGNS_OF_LIFE = new Set(['join', 'status']);

/** The event: the last level of the MQTT topic, or `?event=` of the HTTP integration. */
const eventOf = (topic: string): string | null =>
  /\/event\/([a-z]+)$/.exec(topic)?.[1] ?? /[?&]event=([a-z]+)(&|$)/.exec(topic)?.[1] ?? null;

/** ChirpStack v4, by MQTT or its HTTP integration. Fields that are 0, false or empty may be missing. */
export const chirpstackV4: Envelope = {
  id: 'chirpstack-v4',
  title: 'ChirpStack v4',
  matches: ({ body }) => stringOf(field(field(body.json, 'deviceInfo'), 'devEui')) !== null,
  open({ topic, body }) {
    const message = objectOf(body.json);
    const device = objectOf(message.deviceInfo);
    const devEui = stringOf(device.devEui);
    if (devEui === null || !/^[0-9a-fA-F]{16}$/.test(devEui)) return { ignored: 'INVALID' };
    // An HTTP address without `?event=` says nothing; an uplink is known by its data.
    const event = eventOf(topic) ?? (typeof message.data === 'string' ? 'up' : 'status');
    const uplink = {
      address: devEui.toLowerCase(),
      model: stringOf(device.deviceProfileName),
      time: timeOf(message.time),
      uplinkId: stringOf(message.deduplicationId),
    };
    if (SIGNS_OF_LIFE.has(event)) return { ...uplink, body: null, decoded: undefined, warnings: [] };
    if (event !== 'up') return { ignored: 'UNKNOWN_EVENT' };
    const bytes = base64Bytes(message.data ?? '');
    if (bytes === null) return { ignored: 'INVALID' };
    return { ...uplink, body: bodyOf(bytes, numberOf(message.fPort) ?? 0), decoded: message.object, warnings: [] };
  },
};
