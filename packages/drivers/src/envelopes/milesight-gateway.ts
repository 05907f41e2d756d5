import { base64Bytes, base64Of, field, numberOf, objectOf, stringOf, timeOf } from '../body.ts';
import type { Envelope } from '../types.ts';
import { bodyOfUplink, devEuiOf } from './device.ts';

/** The network server in Milesight's gateways UG6x and UG8x, by HTTP or MQTT. Its times may be broken. */
export const milesightGateway: Envelope = {
  id: 'milesight-gateway',
  title: 'Milesight gateway',
  matches: ({ body }) => stringOf(field(body.json, 'devEUI')) !== null,
  open({ body }) {
    const message = objectOf(body.json);
    const address = devEuiOf(message.devEUI);
    if (address === null) return { ignored: 'INVALID' };
    // Reports of the gateway about its own work.
    if (message.error !== undefined || message.acknowledged === false) return { ignored: 'UNKNOWN_EVENT' };
    const bytes = base64Bytes(message.data ?? '');
    if (bytes === null) return { ignored: 'INVALID' };
    const time = timeOf(message.time);
    const count = numberOf(message.fCnt);
    return {
      address,
      model: stringOf(message.deviceProfileName),
      time,
      body: bodyOfUplink(bytes, message.fPort),
      decoded: message.object,
      // The counter restarts after a join.
      uplinkId: time === null || count === null ? null : `${time}:${count}`,
      warnings: [],
    };
  },
  // The topics are settings of the gateway; the guide names a pair that differs in one level.
  downlink(uplinkTopic, devEUI, { fPort, bytes }) {
    const topic = uplinkTopic.replace(/(^|\/)uplink(?=\/)/, '$1downlink');
    if (topic === uplinkTopic) return null;
    return { topic, payload: JSON.stringify({ devEUI, confirmed: false, fPort, data: base64Of(bytes) }) };
  },
};
