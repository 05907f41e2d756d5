import { useEffect, useRef, useState } from 'react';
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { AlertDialog } from '../dialog/dialog.tsx';

/**
 * For a form submitted without required fields: `onInvalid` is the second argument of `handleSubmit`, and `notice`
 * lists the empty fields. After OK the first of them gets the focus.
 */
export function useRequiredNotice<In extends FieldValues, Out>(
  { setFocus }: Pick<UseFormReturn<In, unknown, Out>, 'setFocus'>,
  labels: Readonly<Partial<Record<Path<In>, string>>>,
) {
  const { t } = useTranslation();
  const [missing, setMissing] = useState<Path<In>[]>([]);
  const toFocus = useRef<Path<In>>(undefined);
  const onInvalid = (errors: FieldErrors<In>) => {
    const names = Object.keys(labels).filter((name) => errors[name]?.message === 'REQUIRED') as Path<In>[];
    toFocus.current = names[0];
    setMissing(names);
  };
  useEffect(() => {
    if (missing.length > 0 || toFocus.current === undefined) return;
    // The dialog has given the focus back by now, to the button that was pressed.
    setFocus(toFocus.current);
    toFocus.current = undefined;
  }, [missing, setFocus]);
  const notice = (
    <AlertDialog open={missing.length > 0} title={t('dialog.required')} onClose={() => setMissing([])} mustAnswer>
      {missing.map((name) => labels[name]).join(t('common.separator'))}
    </AlertDialog>
  );
  return { onInvalid, notice };
}
