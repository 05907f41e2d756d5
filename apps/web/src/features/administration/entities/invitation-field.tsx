import { getWelcome } from '@airdeck/contract/session/routes';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { routeQuery } from '../../../lib/api/route-query.ts';
import type { CustomFieldProps } from '../model/definition.ts';

/** Whether the server sends mails; false until it is known. */
export const useSendsMail = (): boolean => useQuery(routeQuery(getWelcome, {})).data?.mail ?? false;

/** Whether a new user gets the link to a first password by mail. Only where the server sends mails. */
export function InvitationField({ control, name, label, disabled }: CustomFieldProps) {
  const { field } = useController({ control, name });
  const { ref, value, onChange, ...input } = field;
  const sendsMail = useSendsMail();
  if (!sendsMail) return null;
  const box = (
    <Checkbox
      {...input}
      checked={value === 'Y'}
      onChange={(_, checked) => onChange(checked ? 'Y' : 'N')}
      slotProps={{ input: { ref } }}
    />
  );
  return <FormControlLabel control={box} label={label} disabled={disabled} />;
}
