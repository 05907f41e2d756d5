import { field, hexBytes, numberOf, objectOf, stringOf } from '../body.ts';
import type { Envelope } from '../types.ts';
import { bodyOfUplink, devEuiOf } from './device.ts';

/** Epoch milliseconds at which a clock can be believed: from 2015 on, for a century. */
const timeOfMs = (ms: number | null): number | null =>
  ms !== null && ms >= 1_420_070_400_000 && ms < 4_600_000_000_000 ? Math.trunc(ms) : null;

/** LORIOT, by HTTP, MQTT or WebSocket. */
export const loriot: Envelope = {
  id: 'loriot',
  title: 'LORIOT',
  matches: ({ body }) => stringOf(field(body.json, 'cmd')) !== null && stringOf(field(body.json, 'EUI')) !== null,
  open({ body }) {
    const message = objectOf(body.json);
    const address = devEuiOf(message.EUI);
    if (address === null) return { ignored: 'INVALID' };
    const time = timeOfMs(numberOf(message.ts));
    const uplink = { address, model: null, time };
    if (message.cmd === 'join') {
      return { ...uplink, body: null, decoded: undefined, uplinkId: null, warnings: [] };
    }
    // The uplink of an `rx` again, with the gateways that heard it.
    if (message.cmd === 'gw') return { ignored: 'DUPLICATE' };
    if (message.cmd !== 'rx') return { ignored: 'UNKNOWN_EVENT' };
    const bytes = hexBytes(message.data ?? '');
    if (bytes === null) return { ignored: 'INVALID' };
    const isEncrypted = message.data === undefined && typeof message.encdata === 'string';
    const count = numberOf(message.fcnt) ?? numberOf(message.seqno);
    return {
      ...uplink,
      body: bodyOfUplink(bytes, message.port),
      decoded: message.decoded,
      uplinkId: time === null || count === null ? null : `${time}:${count}`,
      warnings: isEncrypted ? ['the data is encrypted: LORIOT does not know the key of the application'] : [],
    };
  },
};
