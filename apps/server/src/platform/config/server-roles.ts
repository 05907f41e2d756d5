/** The roles of the processes of a server; the same build runs as each of them (docs/adr/0012-roles.md). */
export const SERVER_ROLES = ['devices', 'web', 'work'] as const;
export type ServerRole = (typeof SERVER_ROLES)[number];
