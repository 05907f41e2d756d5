/** Variable that the program of an installed archive (bin/airdeck) sets to its own name. */
export const PROGRAM_VARIABLE = 'AIRDECK_PROGRAM';

/**
 * How a person types a command of this installation, up to its arguments: `bin/airdeck device` of an archive, and
 * `npm run device --` of a checkout.
 */
export const commandLine = (name: string, environment: Readonly<Record<string, string | undefined>>): string => {
  const program = environment[PROGRAM_VARIABLE];
  if (program) return `${program} ${name}`;
  return name === 'start' ? 'npm start --' : `npm run ${name} --`;
};
