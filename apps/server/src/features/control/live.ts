import type { LiveEvent } from '@airdeck/contract/live/event';
import type { Scope } from '@airdeck/domain/policy/may';
import type { CommandEvent } from '../../feed/entry.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Registry } from '../../registry/registry.ts';
import { reachesMeter } from '../../registry/visible-organizations.ts';

export interface ControlLiveOptions {
  feed: Pick<Feed, 'follow'>;
  registry: Pick<Registry, 'snapshot'>;
  clock: Clock;
  /** Sends the event that `eventFor` returns for its scope to every open stream. */
  broadcast(eventFor: (scope: Scope) => LiveEvent | null): void;
}

/** Minimum interval, however many commands there are. */
const EVERY_MS = 200;

/** Notifies people of changes to commands within their scope. */
export const createControlLive = ({ feed, registry, clock, broadcast }: ControlLiveOptions) => {
  let waiting = new Map<number, CommandEvent>();
  let timer: NodeJS.Timeout | null = null;
  let isLoaded = false;

  const tell = (): void => {
    timer = null;
    const words = [...waiting.values()];
    waiting = new Map();
    const time = new Date(clock.now()).toISOString();
    broadcast((scope) => {
      const changed = words.filter(({ organizationId, meterId }) =>
        reachesMeter(registry.snapshot(), scope, organizationId, meterId),
      ).length;
      return changed === 0 ? null : { type: 'commands', time, changed };
    });
  };

  const follower = feed.follow({
    kinds: ['command'],
    // No state is kept, and missed changes are unknown: open pages reload.
    async load() {
      if (isLoaded) broadcast(() => ({ type: 'hello', time: new Date(clock.now()).toISOString() }));
      isLoaded = true;
    },
    apply(entries) {
      for (const { command } of entries) waiting.set(command.commandId, command);
      timer ??= setTimeout(tell, EVERY_MS);
    },
  });

  return {
    start: () => follower.start(),
    async stop(): Promise<void> {
      await follower.stop();
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
};
