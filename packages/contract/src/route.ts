import type { Action, Entity } from '@airdeck/domain/policy/policies';
import type { z } from 'zod';

/** Every API path starts with it. */
export const API_BASE = '/api/v1';

/** Access to a route: anyone, a wall display with its token, or roles that may perform `action` on rows of `entity`. */
export type Access = 'public' | 'wall' | { action: Action; entity: Entity };

export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below API_BASE, parameters as `:name`. */
  path: `/${string}`;
  access: Access;
  /** One line for the API document. */
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  answer: Answer;
  /** A status besides 200 with the same answer that is no error: for clients that only read the status. */
  alsoAnswers?: number;
  /** Can take more than a second: cancelled when its client leaves, and reads in turns (`docs/adr/0036-long-questions.md`). */
  isLong?: true;
}

/** Declares a route once: the server validates with it, the console calls with it, OpenAPI is made of it. */
export const route = <P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  definition: Route<P, Q, B, A>,
): Route<P, Q, B, A> => definition;
