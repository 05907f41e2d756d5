import sql from 'sql-template-tag';
import { openFeed } from './feed-rig.ts';

export interface FeedChildOptions {
  url: string;
  name: string;
  leaseMs: number;
}

/** A process that consumes until it is killed: writes the time of each status into the table `seen`. */
const main = async ({ url, name, leaseMs }: FeedChildOptions): Promise<void> => {
  const { feed } = await openFeed(url, { leaseMs });
  const consumer = feed.consume({
    name,
    kinds: ['status'],
    async handle(tx, entries, { partition }) {
      const times = entries.map(({ status }) => status.time);
      await tx.query(sql`insert into seen (lane, time, process)
        select ${partition}::integer, time, ${process.pid}::integer from unnest(${times}::bigint[]) as time`);
      console.log(`handles ${times.length}`);
    },
  });
  await consumer.start();
  console.log('ready now');
};

await main(JSON.parse(process.argv[2] ?? '{}'));
