import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayUser } from '../../lib/session/actor.ts';
import { sessionStore } from '../../lib/session/session-store.ts';
import { useStore } from '../../lib/store.ts';
import { Icon } from '../../ui/icon.tsx';
import type { ReportedPlace } from './place.ts';

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }));

/** A person reports something on a place; nothing for those who may not. */
export function ReportButton({ place }: { place: ReportedPlace }) {
  const { t } = useTranslation();
  const user = useStore(sessionStore)?.user;
  const [open, setOpen] = useState(false);
  if (!mayUser(user, 'create', 'alarms')) return null;
  return (
    <>
      <Button
        variant="outlined"
        size="small"
        startIcon={<Icon name="megaphone" size={18} />}
        onClick={() => setOpen(true)}
      >
        {t('report.button')}
      </Button>
      <Suspense fallback={null}>{open ? <ReportDialog place={place} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}
