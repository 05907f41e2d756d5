import type { LiveEvent } from '@airdeck/contract/live/event';
import { isWithin, type Scope } from '@airdeck/domain/policy/may';
import type { CommandWord } from '../../feed/entry.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Clock } from '../../platform/clock.ts';

export interface ControlLiveOptions {
  feed: Pick<Feed, 'follow'>;
  clock: Clock;
  /** Tells everybody with an open stream what `eventFor` answers for whatever they reach. */
  broadcast(eventFor: (scope: Scope) => LiveEvent | null): void;
}

/** So often at most, however many commands there are. */
const EVERY_MS = 200;

/** Tells people that something became of commands to purifiers which they reach. */
export const createControlLive = ({ feed, clock, broadcast }: ControlLiveOptions) => {
  let waiting = new Map<number, CommandWord>();
  let timer: NodeJS.Timeout | null = null;

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
    // Nothing is kept: who opens a stream loads what there is.
    load: () => Promise.resolve(),
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
