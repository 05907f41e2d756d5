import type { Definition } from '../model/definition.ts';

const places = () => import('./places.ts');

/** The screens of administration by the key of their menu entry; what a screen is made of is loaded with it. */
export const ADMINISTRATION = {
  organization: async () => (await places()).ORGANIZATION,
  group: async () => (await places()).OFFICE,
  notice: async () => (await import('./notices.ts')).NOTICE,
  localServer: async () => (await import('./local-servers.ts')).LOCAL_SERVER,
  department: async () => (await places()).DEPARTMENT,
} satisfies Record<string, () => Promise<Definition>>;

type AdministrationKey = keyof typeof ADMINISTRATION;
export const ADMINISTRATION_KEYS = Object.keys(ADMINISTRATION) as AdministrationKey[];

export const isAdministration = (key: string): key is AdministrationKey => Object.hasOwn(ADMINISTRATION, key);
