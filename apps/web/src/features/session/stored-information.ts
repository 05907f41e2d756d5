import { z } from 'zod';

const KEY = 'login.information';
const information = z.object({ code: z.string(), id: z.string() });
export type StoredInformation = z.infer<typeof information>;

/** Organization code and id that somebody had stored on this computer. Never a password. */
export function readInformation(): StoredInformation | null {
  try {
    return information.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

export function writeInformation({ code, id }: StoredInformation): void {
  localStorage.setItem(KEY, JSON.stringify({ code, id }));
}

export function removeInformation(): void {
  localStorage.removeItem(KEY);
}
