import { databaseHosts } from '../../platform/db/database-url.ts';

/** The database of a command. */
export interface DatabasePlace {
  dataDir: string;
  /** An external PostgreSQL; undefined: the one in the data directory. */
  databaseUrl: string | undefined;
  /** DATABASE_URL is set, but another place was given. */
  isUrlPassedOver: boolean;
}

export const PLACE_OPTIONS = { data: { type: 'string' }, 'database-url': { type: 'string' } } as const;

export const PLACE_HELP = `  --data DIR           data directory of the server, running or not (./.airdeck/data; AIRDECK_DATA)
  --database-url URL   an outside PostgreSQL (DATABASE_URL)
  Options win over the variables; of those, DATABASE_URL wins.`;

/** An error in the options; the caller wraps it. */
export const placeProblem = (values: { data?: string; 'database-url'?: string }): string | null => {
  const { data, 'database-url': url } = values;
  if (data !== undefined && url !== undefined) {
    return '--data and --database-url name two databases: give one of them.';
  }
  if (data === '') return '--data needs the path of a folder.';
  if (url !== undefined && databaseHosts(url) === null) {
    return '--database-url needs a URL such as postgresql://user:password@host:5432/airdeck (with several hosts: a,b).';
  }
  return null;
};

/** An option overrides the environment: a given folder is used even if DATABASE_URL is set. */
export const databasePlace = (
  { data, 'database-url': url }: { data?: string; 'database-url'?: string },
  env: Record<string, string | undefined>,
): DatabasePlace => ({
  dataDir: data ?? (env.AIRDECK_DATA || './.airdeck/data'),
  databaseUrl: url ?? (data === undefined ? env.DATABASE_URL || undefined : undefined),
  isUrlPassedOver: data !== undefined && Boolean(env.DATABASE_URL),
});
