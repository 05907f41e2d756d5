import { base64Bytes, base64Of, field, objectOf, stringOf, timeOf } from '../body.ts';
import type { Envelope } from '../types.ts';
import { bodyOfUplink, devEuiOf } from './device.ts';

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
    const address = devEuiOf(device.devEui);
    if (address === null) return { ignored: 'INVALID' };
    // An HTTP address without `?event=` says nothing; an uplink is known by its data.
    const event = eventOf(topic) ?? (typeof message.data === 'string' ? 'up' : 'status');
    const uplink = {
      address,
      model: stringOf(device.deviceProfileName),
      time: timeOf(message.time),
      uplinkId: stringOf(message.deduplicationId),
      warnings: [],
    };
    if (SIGNS_OF_LIFE.has(event)) return { ...uplink, body: null, decoded: undefined };
    if (event !== 'up') return { ignored: 'UNKNOWN_EVENT' };
    const bytes = base64Bytes(message.data ?? '');
    if (bytes === null) return { ignored: 'INVALID' };
    return { ...uplink, body: bodyOfUplink(bytes, message.fPort), decoded: message.object };
  },
  downlink(uplinkTopic, devEui, { fPort, bytes }) {
    const [, device] = /^(.*application\/[^/]+\/device\/[^/]+)\/event\/up$/.exec(uplinkTopic) ?? [];
    if (device === undefined) return null;
    const message = { devEui, confirmed: false, fPort, data: base64Of(bytes) };
    return { topic: `${device}/command/down`, payload: JSON.stringify(message) };
  },
};
