/** The programs that an installation runs, by command: a built file, and its first argument if it serves several. */
export const PROGRAMS = {
  start: ['apps/server/dist/main.js', 'start'],
  demo: ['apps/server/dist/main.js', 'demo'],
  device: ['apps/server/dist/device.js'],
  user: ['apps/server/dist/user.js'],
  backup: ['apps/server/dist/maintenance.js', 'backup'],
  restore: ['apps/server/dist/maintenance.js', 'restore'],
  check: ['apps/server/dist/maintenance.js', 'check'],
  reseal: ['apps/server/dist/maintenance.js', 'reseal'],
  replay: ['apps/simulator/dist/replay.js'],
  load: ['apps/simulator/dist/load.js'],
};
