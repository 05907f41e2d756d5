import type { Definition } from '../model/definition.ts';

const places = () => import('./places.ts');

/** The screens of administration by the key of their menu entry; what a screen is made of is loaded with it. */
export const ADMINISTRATION = {
  user: async () => (await import('./users.tsx')).USER,
  organization: async () => (await places()).ORGANIZATION,
  group: async () => (await places()).OFFICE,
  department: async () => (await places()).DEPARTMENT,
} satisfies Record<string, () => Promise<Definition>>;

type AdministrationKey = keyof typeof ADMINISTRATION;
export const ADMINISTRATION_KEYS = Object.keys(ADMINISTRATION) as AdministrationKey[];

export const isAdministration = (key: string): key is AdministrationKey => Object.hasOwn(ADMINISTRATION, key);
