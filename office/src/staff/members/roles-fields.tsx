import type { Named } from '@portal/contract/lookups';
import { associationRoles, roleNames, roles } from '@portal/contract/rights';
import { Button } from '@portal/kit/ui/button.tsx';
import { FieldError, type Option } from '@portal/kit/ui/field.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { organizationsQuery } from '../../catalogue/api/get-organizations.ts';
import { Loaded } from '../../platform/loaded.tsx';
import { frameText } from '../../text/zh-TW/frame.ts';
import { membersText } from '../../text/zh-TW/members.ts';
import { ASSOCIATION, NEW_ROLE, type RolesValues } from './roles-values.ts';

const text = membersText.roleFields;

const roleOptions: readonly Option[] = roles.map((role) => ({ value: role, label: roleNames[role] }));
const association: Option = { value: ASSOCIATION, label: frameText.associationChoice };

/** Stands in a form with the value `roles`. */
export const RolesFields = () => {
  const organizations = useQuery(organizationsQuery);
  const { errors } = useFormContext<RolesValues>().formState;
  return (
    <fieldset className="min-w-0 space-y-4" data-field="roles">
      <legend className="font-semibold">{text.legend}</legend>
      <Loaded query={organizations} rows={1}>
        {(data) => <RoleRows organizations={data} />}
      </Loaded>
      <FieldError>{errors.roles?.root?.message ?? errors.roles?.message}</FieldError>
    </fieldset>
  );
};

const RoleRows = ({ organizations }: { organizations: readonly Named[] }) => {
  const { fields, append, remove } = useFieldArray<RolesValues, 'roles'>({ name: 'roles' });
  const scopes = [association, ...organizations.map(({ id, name }) => ({ value: `${id}`, label: name }))];
  return (
    <>
      {fields.map(({ id }, index) => (
        <RoleRow
          index={index}
          key={id}
          onRemove={fields.length > 1 ? () => remove(index) : null}
          scopes={scopes}
        />
      ))}
      <Button onClick={() => append(NEW_ROLE)}>{text.add}</Button>
    </>
  );
};

interface RoleRowProps {
  index: number;
  scopes: readonly Option[];
  /** Null for the only role: one is required. */
  onRemove: (() => void) | null;
}

const RoleRow = ({ index, scopes, onRemove }: RoleRowProps) => {
  const { register, setValue, formState } = useFormContext<RolesValues>();
  const role = useWatch<RolesValues, `roles.${number}.role`>({ name: `roles.${index}.role` });
  const isEverywhere = associationRoles.includes(role);
  const fitScope = ({ target }: { target: { value: string } }) => {
    const everywhere = associationRoles.some((each) => each === target.value);
    if (!everywhere && !isEverywhere) return;
    const shouldValidate = everywhere && formState.isSubmitted;
    setValue(`roles.${index}.organizationId`, everywhere ? ASSOCIATION : '', { shouldValidate });
  };
  return (
    <fieldset className="grid min-w-0 items-start gap-3 rounded-md border border-line p-3 sm:grid-cols-[1fr_1fr_auto]">
      <legend className="sr-only">{text.numbered(index + 1)}</legend>
      <SelectField
        {...register(`roles.${index}.role`, { onChange: fitScope })}
        label={text.role}
        options={roleOptions}
        placeholder={null}
      />
      <SelectField
        {...register(`roles.${index}.organizationId`)}
        error={formState.errors.roles?.[index]?.organizationId?.message}
        label={text.scope}
        options={isEverywhere ? [association] : scopes}
        placeholder={isEverywhere ? null : undefined}
      />
      {onRemove && (
        <Button
          aria-label={text.removeLabel(index + 1)}
          className="sm:mt-8"
          onClick={onRemove}
          variant="quiet"
        >
          {text.remove}
        </Button>
      )}
    </fieldset>
  );
};
