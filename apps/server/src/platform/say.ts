/** What the person at the terminal reads; logs go elsewhere. */
export const say = (line = ''): void => {
  process.stdout.write(`${line}\n`);
};
