/** A host's report about itself. */
export interface HostAnswer {
  /** System identifier: the same for a primary and the standbys that are copies of it. */
  cluster: string;
  isInRecovery: boolean;
  isReadOnly: boolean;
  /** Grows with each promotion; null while the host is a standby. */
  timeline: number | null;
}

export type HostState = { name: string } & ({ answer: HostAnswer } | { error: Error });

/** Facts about earlier primaries. */
export interface KnownPrimary {
  cluster: string | null;
  timeline: number;
}

export type Choice =
  | { name: string; cluster: string; timeline: number }
  /** `mayPass`: waiting may help, because a standby can be promoted or a host is starting. */
  | { problem: string; mayPass: boolean };

/** A host starts up, shuts down or recovers. */
const CANNOT_CONNECT_NOW = '57P03';

type Answering = Extract<HostState, { answer: HostAnswer }>;

/**
 * Chooses the host that accepts writes. A former primary that came back also accepts them, on an older timeline: it is
 * never chosen, not even while the new one is away. Nor is a host of another cluster: at first all must be copies of one.
 */
export function choosePrimary(states: readonly HostState[], known: KnownPrimary): Choice {
  const answering = states.filter((state): state is Answering => 'answer' in state);
  const clusters = new Set(answering.map(({ answer }) => answer.cluster));
  if (known.cluster === null && clusters.size > 1) {
    const each = answering.map(({ name, answer }) => `${name} has the system identifier ${answer.cluster}`);
    return { problem: `the hosts are not copies of one database: ${each.join(', ')}`, mayPass: false };
  }
  const writable = answering.filter(
    ({ answer }) => !answer.isInRecovery && !answer.isReadOnly && answer.cluster === (known.cluster ?? answer.cluster),
  );
  const timeline = Math.max(known.timeline, ...writable.map(({ answer }) => answer.timeline ?? 0));
  const chosen = writable.find(({ answer }) => answer.timeline === timeline);
  if (chosen) return { name: chosen.name, cluster: chosen.answer.cluster, timeline };
  const newest = { ...known, timeline };
  return {
    problem: `no host accepts writes: ${states.map((state) => describe(state, newest)).join('; ')}`,
    mayPass: states.some(
      (state) => 'answer' in state || ('code' in state.error && state.error.code === CANNOT_CONNECT_NOW),
    ),
  };
}

export function describe(state: HostState, known: KnownPrimary): string {
  const { name } = state;
  if ('error' in state) return `${name} cannot be reached (${reasonOf(state.error)})`;
  const { isInRecovery, isReadOnly, timeline, cluster } = state.answer;
  if (known.cluster !== null && cluster !== known.cluster) {
    return `${name} belongs to another cluster (system identifier ${cluster} instead of ${known.cluster})`;
  }
  if (isInRecovery) return `${name} is a standby`;
  if (isReadOnly) return `${name} is read-only`;
  if ((timeline ?? 0) < known.timeline) {
    return `${name} is a former primary (timeline ${timeline}, the newest is ${known.timeline})`;
  }
  return `${name} accepts writes`;
}

/** Node tries every address of a name and collects the errors. */
export function reasonOf(error: Error): string {
  return error instanceof AggregateError ? error.errors.map((each) => each.message).join('; ') : error.message;
}
