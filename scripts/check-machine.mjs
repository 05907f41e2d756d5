// Runs before anything is installed: no dependency, and no syntax that an old Node cannot read.

const NEEDED = [20, 19];

/** Exits with a clear message if this machine cannot run Airdeck. */
export const checkMachine = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
    stop(
      `Airdeck needs Node.js ${NEEDED.join('.')} or newer; this is ${process.versions.node}.`,
      'Install the current LTS from https://nodejs.org and try again.',
    );
  }
  if (!['linux', 'darwin'].includes(process.platform)) {
    stop(`Airdeck runs on Linux and macOS; this is ${process.platform}.`, 'On Windows, run it inside WSL 2.');
  }
  if (!['x64', 'arm64'].includes(process.arch) && !process.env.DATABASE_URL) {
    stop(
      `There is no built-in PostgreSQL for ${process.platform} on ${process.arch}.`,
      'Install PostgreSQL 15 or newer and set DATABASE_URL=postgresql://user:password@host/database.',
    );
  }
};

const stop = (what, todo) => {
  console.error(`\n${what}\n${todo}\n`);
  process.exit(1);
};
