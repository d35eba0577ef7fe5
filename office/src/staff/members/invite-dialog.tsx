import { zodResolver } from '@hookform/resolvers/zod';
import { type Invited, inviteStaff } from '@portal/contract/office/staff';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { FormProvider, useForm } from 'react-hook-form';
import { call } from '../../platform/call.ts';
import { membersText } from '../../text/zh-TW/members.ts';
import { useStaffChanged } from '../api/staff-list.ts';
import { useStepUp } from '../step-up.tsx';
import { RolesFields } from './roles-fields.tsx';
import { InviteForm, type InviteValues, NEW_ROLE, roleFields } from './roles-values.ts';

const text = membersText.invite;

interface InviteDialogProps {
  onInvited: (invited: Invited) => void;
  onClose: () => void;
}

/** The form of 邀請人員. */
export const InviteDialog = ({ onInvited, onClose }: InviteDialogProps) => {
  const { form, save } = useInviteForm(onInvited);
  const { errors, isSubmitting } = form.formState;
  return (
    <Dialog busy={isSubmitting} isForm onClose={onClose} open title={text.title} width="wide">
      <FormProvider {...form}>
        <form className="space-y-4" method="post" noValidate onSubmit={form.handleSubmit(save)}>
          <p className="text-ink-soft">{text.lead}</p>
          <FormProblems
            fields={['name', 'email', ...roleFields(form.getValues('roles').length), 'roles']}
            form={form}
          />
          <TextField
            {...form.register('name')}
            autoComplete="off"
            data-autofocus
            error={errors.name?.message}
            label={membersText.name}
            required
          />
          <TextField
            {...form.register('email')}
            autoComplete="off"
            error={errors.email?.message}
            label={membersText.email}
            required
            type="email"
          />
          <RolesFields />
          <FormEnd fault={errors.root?.failed} isSending={isSubmitting} onCancel={onClose} />
        </form>
      </FormProvider>
    </Dialog>
  );
};

const useInviteForm = (onInvited: (invited: Invited) => void) => {
  const withStepUp = useStepUp();
  const changed = useStaffChanged();
  const send = useSending({
    mutationFn: (body: InviteForm) => withStepUp(() => call(inviteStaff, { body })),
    onSuccess: (invited) => {
      changed();
      onInvited(invited);
    },
  });
  const form = useForm<InviteValues, unknown, InviteForm>({
    defaultValues: { name: '', email: '', roles: [NEW_ROLE] },
    resolver: zodResolver(InviteForm),
    shouldFocusError: false,
  });
  const save = (values: InviteForm) =>
    send.mutateAsync(values).catch((error) => showRefusal(error, ['email', 'name', 'roles'], form.setError));
  return { form, save };
};
