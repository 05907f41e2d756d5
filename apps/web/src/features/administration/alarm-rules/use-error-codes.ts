import { masterErrors, organizationErrors } from '@airdeck/contract/standard/routes';
import type { Severity } from '@airdeck/contract/standard/schema';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { mayUser } from '../../../lib/session/actor.ts';
import { sessionStore } from '../../../lib/session/session-store.ts';

const QUERY = { page: '0', size: '999', group: 'METER', sort: 'code,ASC' } as const;

interface KnownCode {
  code: string;
  text: string;
  severity: Severity;
}

/** Codes of meters with their meaning, from the list that the viewer may see. */
export function useErrorCodes(): readonly KnownCode[] {
  const language = useLanguage();
  const seesMaster = mayUser(sessionStore.get()?.user, 'read', 'master_errors');
  const master = useQuery({ ...routeQuery(masterErrors.list, { query: QUERY as never }), enabled: seesMaster });
  const own = useQuery({ ...routeQuery(organizationErrors.list, { query: QUERY as never }), enabled: !seesMaster });
  if (seesMaster) {
    return (master.data?.content ?? []).map(({ code, description, description_en, severity }) => ({
      ...{ code, severity },
      text: (language === 'en' ? description_en : null) ?? description,
    }));
  }
  return (own.data?.content ?? []).map((row) => ({
    ...{ code: row.code, severity: row.severity ?? row.master_severity },
    text: row.description ?? (language === 'en' ? row.master_description_en : null) ?? row.master_description,
  }));
}
