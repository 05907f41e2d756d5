import { masterErrors, organizationErrors } from '@airdeck/contract/standard/routes';
import { may } from '@airdeck/domain/policy/may';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { sessionStore } from '../../../lib/session/session-store.ts';
import { fieldText } from '../../../ui/form/form-fields.tsx';
import type { CustomFieldProps } from '../model/definition.ts';

const QUERY = { page: '0', size: '999', group: 'METER', sort: 'code,ASC' } as const;

interface Known {
  code: string;
  text: string;
}

/** Codes of meters with their meaning, from the list that the viewer may see. */
function useCodes(): readonly Known[] {
  const language = useLanguage();
  const role = sessionStore.get()?.user.authority;
  const seesMaster = role !== undefined && may(role, 'read', 'master_errors');
  const master = useQuery({ ...routeQuery(masterErrors.list, { query: QUERY as never }), enabled: seesMaster });
  const own = useQuery({ ...routeQuery(organizationErrors.list, { query: QUERY as never }), enabled: !seesMaster });
  if (seesMaster) {
    return (master.data?.content ?? []).map(({ code, description, description_en }) => ({
      code,
      text: (language === 'en' ? description_en : null) ?? description,
    }));
  }
  return (own.data?.content ?? []).map(({ code, description, master_description, master_description_en }) => ({
    code,
    text: description ?? (language === 'en' ? master_description_en : null) ?? master_description,
  }));
}

/** The error code of the rule's alarms, which also determines their text and severity. */
export function ErrorCodeField({ control, name, label, disabled }: CustomFieldProps) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  const codes = useCodes();
  const { ref, value, ...input } = field;
  const current = String(value ?? '');
  const isListed = current === '' || codes.some(({ code }) => code === current);
  return (
    <TextField
      {...input}
      value={current}
      inputRef={ref}
      select
      fullWidth
      required
      label={label}
      disabled={disabled}
      error={fieldState.invalid}
      helperText={fieldState.invalid ? fieldText(t, fieldState.error?.message) : t('admin.hint.rule_code')}
    >
      {isListed ? null : <MenuItem value={current}>{current}</MenuItem>}
      {codes.map(({ code, text }) => (
        <MenuItem key={code} value={code}>
          {code} · {text}
        </MenuItem>
      ))}
    </TextField>
  );
}
