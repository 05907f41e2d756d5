import type { FieldCode } from '@airdeck/contract/error/field-code';
import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { ApiFailure } from '../../lib/failure.ts';
import { useUnsaved } from '../../lib/session/unsaved.ts';

/** An empty value that a schema has no message of its own for, such as an empty choice, is missing and not wrong. */
const requiredError = ({ input }: { input?: unknown }): FieldCode | undefined =>
  input === undefined || input === null || input === '' ? 'REQUIRED' : undefined;

/**
 * A form that is checked by the schema which the server checks with: when a field is left, and again while it is being
 * corrected. Unsaved input keeps the page from loading itself again, unless `guard` is false.
 */
export function useContractForm<In extends FieldValues, Out extends FieldValues>(
  schema: z.ZodType<Out, In>,
  defaultValues: DefaultValues<In>,
  { guard = true }: { guard?: boolean } = {},
): UseFormReturn<In, unknown, Out> {
  const form = useForm<In, unknown, Out>({
    resolver: zodResolver(schema, { error: requiredError }),
    defaultValues,
    mode: 'onTouched',
    shouldFocusError: true,
  });
  useUnsaved(guard && form.formState.isDirty);
  return form;
}

/** Shows the server's errors at their fields, and focuses the first of them. */
export function showFieldErrors<In extends FieldValues, Out>(form: UseFormReturn<In, unknown, Out>, failure: Error) {
  if (!(failure instanceof ApiFailure)) return;
  const known = Object.entries(failure.errors).filter(([name]) => name in form.getValues());
  for (const [index, [name, code]] of known.entries()) {
    form.setError(name as Path<In>, { message: code }, { shouldFocus: index === 0 });
  }
}
