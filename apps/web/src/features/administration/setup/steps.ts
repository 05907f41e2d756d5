/** The steps of a first installation, in the order of their dependencies. */
export const SETUP_STEPS = ['organization', 'office', 'department', 'meter', 'thresholds', 'person'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** The first administrator and their organization exist from the start. */
const THERE_ALREADY: Readonly<Record<SetupStep, number>> = {
  organization: 1,
  office: 0,
  department: 0,
  meter: 0,
  thresholds: 0,
  person: 1,
};

/** The completed steps, from the counts of existing rows. */
export const stepsDone = (counts: Readonly<Record<SetupStep, number | undefined>>): ReadonlySet<SetupStep> =>
  new Set(
    SETUP_STEPS.filter(
      (step) =>
        (counts[step] ?? 0) > THERE_ALREADY[step] ||
        // An office belongs to an organization, be it the first one.
        (step === 'organization' && (counts.office ?? 0) > 0),
    ),
  );

export const nextStep = (done: ReadonlySet<SetupStep>, skipped: ReadonlySet<SetupStep>): SetupStep | null =>
  SETUP_STEPS.find((step) => !done.has(step) && !skipped.has(step)) ?? null;

const KEY = 'setup.skipped';

/** Steps that were skipped on this computer. */
export function readSkipped(): ReadonlySet<SetupStep> {
  const words = (localStorage.getItem(KEY) ?? '').split(' ');
  return new Set(SETUP_STEPS.filter((step) => words.includes(step)));
}

export const writeSkipped = (skipped: ReadonlySet<SetupStep>): void =>
  localStorage.setItem(KEY, [...skipped].join(' '));
