import { z } from 'zod';
import { route } from '../route.ts';

/** Why the server is not ready. */
export const HEALTH_PROBLEMS = [
  'DATABASE_AWAY',
  'BROKER_NOT_LISTENING',
  'DISK_FULL',
  'READINGS_NOT_STORED',
  'WORK_NOT_DONE',
  'REGISTRY_NOT_LOADED',
] as const;
export type HealthProblem = (typeof HEALTH_PROBLEMS)[number];

export const healthProblem = z.enum(HEALTH_PROBLEMS);
const readiness = z.object({ status: z.enum(['ok', 'failing']), problems: z.array(healthProblem) });
export type Readiness = z.infer<typeof readiness>;

export const getLiveness = route({
  method: 'GET',
  path: '/health/live',
  access: 'public',
  summary: 'Liveness',
  answer: z.object({ status: z.literal('ok') }),
});

export const getReadiness = route({
  method: 'GET',
  path: '/health/ready',
  access: 'public',
  summary: 'Readiness to store readings and answer requests; 503 with the problems otherwise',
  answer: readiness,
  alsoAnswers: 503,
});

/** Why a load balancer should not choose this process: it is stopping, or has problems of its own. */
export const processHealth = z.object({
  status: z.enum(['ok', 'draining', 'failing']),
  problems: z.array(healthProblem),
});
export type ProcessHealth = z.infer<typeof processHealth>;

export const getProcessHealth = route({
  method: 'GET',
  path: '/health/process',
  access: 'public',
  summary: 'For a load balancer: whether this process alone takes requests; 503 while it stops, or with its problems',
  answer: processHealth,
  alsoAnswers: 503,
});

/** The same as readiness, by its older address. */
export const getHealth = route({ ...getReadiness, path: '/health' });
