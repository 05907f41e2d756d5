/** Output for the person at the terminal; logs go elsewhere. */
export const say = (line = ''): void => {
  process.stdout.write(`${line}\n`);
};
