import type { LiveEvent } from '@airdeck/contract/live/event';
import { isWithin, type Scope } from '@airdeck/domain/policy/may';
import type { CommandEvent } from '../../feed/entry.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Clock } from '../../platform/clock.ts';

export interface ControlLiveOptions {
  feed: Pick<Feed, 'follow'>;
  clock: Clock;
  /** Sends to every open stream the event that `eventFor` answers for its scope. */
  broadcast(eventFor: (scope: Scope) => LiveEvent | null): void;
}

/** So often at most, however many commands there are. */
const EVERY_MS = 200;

/** Tells people that something became of commands to purifiers which they reach. */
export const createControlLive = ({ feed, clock, broadcast }: ControlLiveOptions) => {
  let waiting = new Map<number, CommandEvent>();
  let timer: NodeJS.Timeout | null = null;
  let isLoaded = false;

  const tell = (): void => {
    timer = null;
    const words = [...waiting.values()];
    waiting = new Map();
    const time = new Date(clock.now()).toISOString();
    broadcast((scope) => {
      const changed = words.filter(({ organizationId }) => isWithin(scope, { organizationId })).length;
      return changed === 0 ? null : { type: 'commands', time, changed };
    });
  };

  const follower = feed.follow({
    kinds: ['command'],
    // Nothing is kept, and changes that were missed are not known one by one: open pages load again.
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
