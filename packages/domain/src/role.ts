export const ROLES = ['SUPER_ADMIN', 'SUPER_USER', 'LOCAL_ADMIN', 'LOCAL_USER'] as const;
export type Role = (typeof ROLES)[number];

/** Roles that administrators may assign; SUPER_ roles are assigned on the command line only. */
export const LOCAL_ROLES = ['LOCAL_ADMIN', 'LOCAL_USER'] as const satisfies readonly Role[];
export type LocalRole = (typeof LOCAL_ROLES)[number];

export const isLocalRole = (role: Role): role is LocalRole => (LOCAL_ROLES as readonly Role[]).includes(role);
