import { openEngine } from './alarm-rig.ts';

export interface AlarmChildOptions {
  url: string;
  leaseMs: number;
  now: number;
}

/** A process that evaluates alarms until it is killed. */
const main = async ({ url, leaseMs, now }: AlarmChildOptions): Promise<void> => {
  const { feed, registry, sweep } = await openEngine(url, { now: () => now }, { leaseMs });
  // The sweep runs beside the engine, as in the product.
  const watch = feed.follow({
    kinds: ['frames'],
    load: async () => undefined,
    apply: async () => {
      console.log(`sees ${registry.snapshot().meters.size}`);
      await sweep().catch(() => undefined);
    },
  });
  await watch.start();
  console.log('ready now');
};

await main(JSON.parse(process.argv[2] ?? '{}'));
