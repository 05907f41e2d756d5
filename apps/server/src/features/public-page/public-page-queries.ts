import sql from 'sql-template-tag';
import type { Tx } from '../../platform/db/pool.ts';

/** The random part of the address of an organization's public page; null: it is off. Locked until the transaction ends. */
export const lockSlug = async (tx: Tx, organizationId: number): Promise<string | null> => {
  const { rows } = await tx.query<{ public_slug: string | null }>(
    sql`select public_slug from organization where id = ${organizationId} for no key update`,
  );
  return rows[0]?.public_slug ?? null;
};

export const saveSlug = async (tx: Tx, organizationId: number, slug: string | null): Promise<void> => {
  await tx.query(sql`update organization set public_slug = ${slug} where id = ${organizationId}`);
};
