import { TextField } from '@portal/kit/ui/field.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { useScope } from '../platform/scope.ts';
import { sessionQuery } from '../platform/session.ts';
import { groupsText as text } from '../text/zh-TW/groups.ts';
import { type GroupValues, WHOLE_ASSOCIATION } from './group-values.ts';

export const NameField = () => {
  const { register, formState } = useFormContext<GroupValues>();
  return (
    <TextField
      {...register('name')}
      autoComplete="off"
      error={formState.errors.name?.message}
      label={text.name}
      maxLength={60}
      required
    />
  );
};

/** Only officers of the whole association may look after groups that belong to no branch. */
const useMayChooseWhole = (): boolean =>
  useQuery(sessionQuery).data?.roles.some(
    ({ role, organizationId }) => role === 'officer' && organizationId === null,
  ) ?? false;

export const OrganizationField = () => {
  const { register, formState } = useFormContext<GroupValues>();
  const { organizations } = useScope();
  const mayChooseWhole = useMayChooseWhole();
  const branches = organizations.map(({ id, name }) => ({ value: `${id}`, label: name }));
  return (
    <SelectField
      {...register('organizationId')}
      error={formState.errors.organizationId?.message}
      hint={text.organizationHint}
      label={text.organization}
      options={[...(mayChooseWhole ? [{ value: WHOLE_ASSOCIATION, label: text.whole }] : []), ...branches]}
      required
    />
  );
};

export const ReasonField = () => {
  const { register, formState } = useFormContext<{ reason: string }>();
  return (
    <TextField
      {...register('reason')}
      autoComplete="off"
      error={formState.errors.reason?.message}
      hint={text.reasonHint}
      label={text.reason}
      maxLength={200}
      required
    />
  );
};
