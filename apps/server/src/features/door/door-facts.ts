import { type Json, MAX_FACTS_BYTES } from '@airdeck/drivers/types';
import type { Db } from '../../platform/db/pool.ts';
import { listFacts, saveFacts } from './message-queries.ts';

/** Keys that one door may have; further ones are not remembered. */
const MAX_KEYS = 5_000;

/** Facts that drivers remember of earlier messages: in memory, and saved a little later. Devices repeat lost facts. */
export const createDoorFacts = (db: Db) => {
  const facts = new Map<number, Map<string, Json>>();
  let changed = new Map<string, { door_id: number; key: string; content: Json }>();

  const ofDoor = (doorId: number): Map<string, Json> => {
    const found = facts.get(doorId) ?? new Map<string, Json>();
    facts.set(doorId, found);
    return found;
  };

  return {
    async load() {
      for (const { door_id, key, content } of await listFacts(db)) ofDoor(door_id).set(key, content);
    },
    read: (doorId: number, key: string | null | undefined): Json | undefined =>
      key === null || key === undefined ? undefined : facts.get(doorId)?.get(key),
    /** null forgets. Facts that are too big, or too many, are not remembered. */
    remember(doorId: number, key: string, content: Json): void {
      const known = ofDoor(doorId);
      const text = JSON.stringify(content);
      if (text.length > MAX_FACTS_BYTES || text === JSON.stringify(known.get(key) ?? null)) return;
      if (!known.has(key) && known.size >= MAX_KEYS) return;
      if (content === null) known.delete(key);
      else known.set(key, content);
      changed.set(`${doorId} ${key}`, { door_id: doorId, key, content });
    },
    async save() {
      const saving = changed;
      changed = new Map();
      await saveFacts(db, [...saving.values()]).catch((error) => {
        // What changed meanwhile is newer.
        changed = new Map([...saving, ...changed]);
        throw error;
      });
    },
  };
};

export type DoorFacts = ReturnType<typeof createDoorFacts>;
