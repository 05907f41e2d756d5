import { toOrganization } from '../entities/places.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { type ActionDialogProps, type Definition, fieldValue } from '../model/definition.ts';

/** Creates an organization's rule as a copy of the installation's rule that it replaces. */
export function ownRuleDialog(definitionOf: () => Definition) {
  return function OwnRuleDialog({ item, may, onClose }: ActionDialogProps) {
    const definition = definitionOf();
    const initial = Object.fromEntries(
      definition.fields.map(({ name }) =>
        name === 'organization_id'
          ? [name, toOrganization.preset?.()?.id ?? null]
          : [name, fieldValue(item, name) ?? null],
      ),
    );
    const fields = definition.fields.map((field) =>
      field.name === 'organization_id' ? { ...field, required: true, hint: 'own_rule' as const } : field,
    );
    const rule: Definition['rule'] = (values, row) =>
      values.organization_id === null ? { organization_id: 'REQUIRED' } : (definition.rule?.(values, row) ?? {});
    return (
      <FormDialog
        definition={{ ...definition, fields, rule, initial }}
        item={null}
        may={may}
        onRemove={undefined}
        onAdded={onClose}
        onClose={onClose}
      />
    );
  };
}
