import { field, stringOf } from '@airdeck/drivers/body';
import type { Downlink, DownlinkBody } from '@airdeck/drivers/types';
import { envelopeOf, type OpenedMessage } from './decode-arrival.ts';
import type { Door, DoorDevice } from './door-book.ts';
import type { DoorFacts } from './door-facts.ts';

/** Key of the facts that say how a LoRaWAN device gets downlinks. */
const downlinkKey = (address: string): string => `downlink:${address}`;

/** Content of the shortest downlink, to find out whether there is a way for one. */
const PROBE: DownlinkBody = { fPort: 1, bytes: new Uint8Array() };

/** Keeps the topic of an uplink, from which that of downlinks follows. */
export const rememberDownlink = (
  facts: Pick<DoorFacts, 'remember'>,
  { id, kind }: Door,
  { address, envelope, message }: OpenedMessage,
): void => {
  if (kind !== 'BROKER' && kind !== 'SITE') return;
  if (message === null || !envelope?.downlink?.(message.topic, address, PROBE)) return;
  facts.remember(id, downlinkKey(address), { envelope: envelope.id, topic: message.topic });
};

/** Makes downlinks for a device, by its last uplink; null: its network server takes none through this door. */
export const downlinkOf = (
  facts: Pick<DoorFacts, 'read'>,
  { id }: Door,
  { address }: DoorDevice,
): ((body: DownlinkBody) => Downlink | null) | null => {
  const known = facts.read(id, downlinkKey(address));
  const topic = stringOf(field(known, 'topic'));
  const envelope = envelopeOf(stringOf(field(known, 'envelope')));
  if (topic === null || envelope === null) return null;
  return (body) => envelope.downlink?.(topic, address, body) ?? null;
};
