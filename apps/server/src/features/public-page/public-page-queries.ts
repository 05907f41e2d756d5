import sql from 'sql-template-tag';
import type { Tx } from '../../platform/db/pool.ts';

/** The random part of the address of an organization's public page; null: it is off. Locked until the transaction ends. */
export const lockSlug = async (tx: Tx, organizationId: number): Promise<string | null> => {
  const { rows } = await tx.query<{ public_slug: string | null }>(
    sql`select public_slug from organization where id = ${organizationId} for no key update`,
  );
  return rows[0]?.public_slug ?? null;
};

/** Changes whether the page shows meters of an organization; returns those that changed. Others do not exist. */
export const saveShown = async (
  tx: Tx,
  organizationId: number,
  ids: readonly number[],
  shown: 'Y' | 'N',
): Promise<{ id: number; name: string }[]> => {
  const { rows } = await tx.query<{ id: number; name: string }>(sql`
    update meter set public_page = ${shown}
    where organization_id = ${organizationId} and id = any(${[...ids]}::integer[]) and public_page <> ${shown}
    returning id, name`);
  return rows;
};

/** Number of these meters that the organization has. */
export const countMeters = async (tx: Tx, organizationId: number, ids: readonly number[]): Promise<number> => {
  const { rowCount } = await tx.query(
    sql`select from meter where organization_id = ${organizationId} and id = any(${[...ids]}::integer[])`,
  );
  return rowCount;
};

export const saveSlug = async (tx: Tx, organizationId: number, slug: string | null): Promise<void> => {
  await tx.query(sql`update organization set public_slug = ${slug} where id = ${organizationId}`);
};
