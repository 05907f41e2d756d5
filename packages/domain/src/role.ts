export const ROLES = ['SUPER_ADMIN', 'SUPER_USER', 'LOCAL_ADMIN', 'LOCAL_USER'] as const;
export type Role = (typeof ROLES)[number];
