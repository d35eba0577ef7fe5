import { zodResolver } from '@hookform/resolvers/zod';
import { changeRoles, type StaffMember } from '@portal/contract/office/staff';
import type { Newer } from '@portal/contract/office/version';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { NewerVersion, newerOf } from '../../lists/newer-version.tsx';
import { call } from '../../platform/call.ts';
import { membersText } from '../../text/zh-TW/members.ts';
import { useStaffChanged } from '../api/staff-list.ts';
import { useStepUp } from '../step-up.tsx';
import { RolesFields } from './roles-fields.tsx';
import { NEW_ROLE, RolesForm, type RolesValues, roleFields, roleValues } from './roles-values.ts';

const text = membersText.change;

interface RolesDialogProps {
  member: StaffMember;
  onClose: () => void;
}

/** The form of 變更角色. */
export const RolesDialog = ({ member, onClose }: RolesDialogProps) => {
  const { form, save, newer } = useRolesForm(member, onClose);
  const { errors, isSubmitting } = form.formState;
  return (
    <Dialog busy={isSubmitting} isForm onClose={onClose} open title={text.title(member.name)} width="wide">
      <FormProvider {...form}>
        <form className="space-y-4" method="post" noValidate onSubmit={form.handleSubmit(save)}>
          {newer && <NewerVersion newer={newer} />}
          <FormProblems fields={[...roleFields(form.getValues('roles').length), 'roles']} form={form} />
          <RolesFields />
          <FormEnd fault={errors.root?.failed} isSending={isSubmitting} onCancel={onClose} />
        </form>
      </FormProvider>
    </Dialog>
  );
};

const useRolesForm = ({ id, roles, version }: StaffMember, onDone: () => void) => {
  const [newer, setNewer] = useState<Newer | null>(null);
  const withStepUp = useStepUp();
  const changed = useStaffChanged();
  const send = useSending({
    mutationFn: (values: RolesForm) => {
      const body = { ...values, version: newer?.version ?? version };
      return withStepUp(() => call(changeRoles, { params: { id }, body }));
    },
    onSuccess: () => {
      changed();
      notify(text.done, 'success');
      onDone();
    },
  });
  const form = useForm<RolesValues, unknown, RolesForm>({
    defaultValues: { roles: roles.length > 0 ? roleValues(roles) : [NEW_ROLE] },
    resolver: zodResolver(RolesForm),
    shouldFocusError: false,
  });
  const save = (values: RolesForm) =>
    send.mutateAsync(values).catch((error) => {
      setNewer(newerOf(error) ?? newer);
      if (newerOf(error)) changed();
      showRefusal(error, ['roles'], form.setError);
    });
  return { form, save, newer };
};
