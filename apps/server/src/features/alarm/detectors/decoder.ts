import { DECODER_OFF } from '@airdeck/contract/standard/built-in';
import type { SubjectCondition } from '../subject-condition.ts';
import { listDecoders } from '../sweep-queries.ts';
import type { Detector } from './types.ts';

const decoderConditions: Detector['onSites'] = async (tx, { snapshot, standing, now }) => {
  const raised = standing.flatMap(({ decoder_id }) => decoder_id ?? []);
  const all = await listDecoders(tx, raised);
  const conditions = all.flatMap((row): SubjectCondition[] => {
    const organization = snapshot.organizations.get(row.organization_id);
    if (organization === undefined || organization.use === 'N') return [];
    const holds = row.trouble_time !== null;
    const time = row.trouble_time?.getTime() ?? now;
    return [
      {
        ...{ organization, decoder: { id: row.id, name: row.name }, code: DECODER_OFF, source: 'DECODER', holds },
        ...{ isFresh: true, since: time, time, ...(row.trouble !== null && { detail: row.trouble }) },
      },
    ];
  });
  const known = new Set(all.map(({ id }) => id));
  const gone = standing.flatMap(({ id, decoder_id }) =>
    decoder_id === null || known.has(decoder_id) ? [] : [{ id, time: now }],
  );
  return { conditions, gone };
};

/** A decoder that the server switched off, because it ran out of time or memory again and again. */
export const decoder: Detector = { source: 'DECODER', codes: [DECODER_OFF], onSites: decoderConditions };
