import { zodResolver } from '@hookform/resolvers/zod';
import type { OfficeGroup } from '@portal/contract/office/groups';
import { TextField } from '@portal/kit/ui/field.tsx';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { PersonChoice } from '../enrolment/on-behalf/person-choice.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { useSave } from '../forms/use-save.ts';
import { paths } from '../platform/paths.ts';
import { useScope } from '../platform/scope.ts';
import { groupsText as text } from '../text/zh-TW/groups.ts';
import { createGroup } from './api/create-group.ts';
import { NameField, OrganizationField, ReasonField } from './group-fields.tsx';
import { NewGroupRules, type NewGroupValues, sentNewGroup } from './group-values.ts';
import { useGroupChanged } from './use-group-changed.ts';

const useNewGroup = () => {
  const navigate = useNavigate();
  const changed = useGroupChanged();
  const { organizations } = useScope();
  const [only, ...others] = organizations;
  return useSave<NewGroupValues, NewGroupValues, OfficeGroup>({
    defaultValues: {
      ...{ name: '', code: '', kind: 'known', accountId: '', reason: '' },
      // Staff of a single branch do not choose it.
      organizationId: only && others.length === 0 ? `${only.id}` : '',
    },
    resolver: zodResolver(NewGroupRules),
    fields: ['name', 'code', 'organizationId', 'accountId', 'reason'],
    rename: { Group: 'accountId' },
    send: (values, { idempotencyKey }) => createGroup(sentNewGroup(values), idempotencyKey),
    done: ({ name }) => text.create.done(name),
    onDone: ({ id }) => {
      changed();
      void navigate(paths.group.to({ id }));
    },
  });
};

export const NewGroupDialog = ({ onClose }: { onClose: () => void }) => (
  <FormDialog
    button={{ label: text.create.open }}
    onClose={onClose}
    save={useNewGroup()}
    title={text.create.title}
    width="wide"
  >
    <FormSection title={text.group}>
      <div className="space-y-4">
        <NameField />
        <CodeField />
        <OrganizationField />
      </div>
    </FormSection>
    <FormSection title={text.manager}>
      <div className="space-y-4">
        <PersonChoice />
        <ReasonField />
      </div>
    </FormSection>
  </FormDialog>
);

const CodeField = () => {
  const { register, formState } = useFormContext<NewGroupValues>();
  return (
    <TextField
      {...register('code')}
      autoComplete="off"
      error={formState.errors.code?.message}
      hint={text.codeHint}
      label={text.code}
      maxLength={40}
      required
      upperCase
    />
  );
};
