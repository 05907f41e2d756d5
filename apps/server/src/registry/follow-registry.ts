import type { Feed } from '../feed/feed.ts';
import type { Follower } from '../feed/follower.ts';
import type { Registry, RegistryTouch } from './registry.ts';

export interface FollowRegistryOptions {
  feed: Pick<Feed, 'follow' | 'processId'>;
  registry: Registry;
  onChanged(): void;
}

/** Keeps the registry in step with the database. After its start the registry is loaded. */
export const createRegistryFollower = ({ feed, registry, onChanged }: FollowRegistryOptions): Follower =>
  feed.follow({
    kinds: ['registry'],
    async load() {
      await registry.reload();
      onChanged();
    },
    async apply(entries) {
      const words = entries.map(({ word }) => word).filter(({ from }) => from !== feed.processId);
      if (words.length === 0) return;
      const touches = words.map(({ touch }) => touch).filter((touch) => touch !== null);
      if (touches.length < words.length) await registry.reload();
      else await registry.refresh(togetherOf(touches));
      onChanged();
    },
  });

const togetherOf = (touches: readonly RegistryTouch[]): RegistryTouch => ({
  organizations: touches.some(({ organizations }) => organizations === 'all')
    ? 'all'
    : [...new Set(touches.flatMap(({ organizations }) => (organizations === 'all' ? [] : organizations)))],
  meters: [...new Set(touches.flatMap(({ meters }) => meters))],
});
