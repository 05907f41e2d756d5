import type { HealthProblem, ProcessHealth } from '@airdeck/contract/health/routes';

/** Problems that another `web` process may not have. */
const OWN_OF_WEB: ReadonlySet<HealthProblem> = new Set(['DATABASE_AWAY', 'REGISTRY_NOT_LOADED']);

/** Health of one process, for a load balancer. */
export const processHealth = (isDraining: boolean, problems: HealthProblem[]): ProcessHealth => {
  if (isDraining) return { status: 'draining', problems };
  return { status: problems.length === 0 ? 'ok' : 'failing', problems };
};

export const ownProblemsOfWeb = (problems: readonly HealthProblem[]): HealthProblem[] =>
  problems.filter((problem) => OWN_OF_WEB.has(problem));
