import { zodResolver } from '@hookform/resolvers/zod';
import { type MoveTarget, moveRegistration } from '@portal/contract/office/enrolments';
import { REASON_MAX, type RegistrationDetail } from '@portal/contract/office/reviews';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FormProvider, useForm } from 'react-hook-form';
import { call } from '../../platform/call.ts';
import { Loaded } from '../../platform/loaded.tsx';
import { registrationText } from '../../text/zh-TW/registration.ts';
import { moveTargetsQuery } from '../api/move-targets.ts';
import { submitByKey } from '../submit-key.ts';
import { MoveFields } from './move-form.ts';
import { MoveTargets } from './move-targets.tsx';

const text = registrationText.move;

interface MoveDialogProps {
  detail: RegistrationDetail;
  onMoved: (detail: RegistrationDetail) => void;
  onClose: () => void;
}

/** 轉班 to another class of the same course. */
export const MoveDialog = ({ detail, onMoved, onClose }: MoveDialogProps) => {
  const targets = useQuery(moveTargetsQuery(detail.id));
  return (
    <Dialog isForm onClose={onClose} open title={text.title(detail.person.name)} width="wide">
      <p className="mb-4">{text.lead(detail.class.code)}</p>
      <Loaded query={targets} rows={3}>
        {(found) =>
          found.length === 0 ? (
            <NoTargets onClose={onClose} />
          ) : (
            <MoveForm detail={detail} onClose={onClose} onMoved={onMoved} targets={found} />
          )
        }
      </Loaded>
    </Dialog>
  );
};

const NoTargets = ({ onClose }: { onClose: () => void }) => (
  <>
    <p className="mb-4">{text.none}</p>
    <Button onClick={onClose}>{text.close}</Button>
  </>
);

const MoveForm = (props: MoveDialogProps & { targets: readonly MoveTarget[] }) => {
  const { form, save } = useMoveForm(props);
  const { errors, isSubmitting } = form.formState;
  return (
    <FormProvider {...form}>
      <form
        className="space-y-4"
        method="post"
        noValidate
        onKeyDown={submitByKey}
        onSubmit={form.handleSubmit(save)}
      >
        <FormProblems fields={['code', 'reason']} form={form} />
        <MoveTargets targets={props.targets} />
        <TextArea
          {...form.register('reason')}
          error={errors.reason?.message}
          label={text.reason}
          maxLength={REASON_MAX}
          rows={2}
        />
        <FormEnd fault={errors.root?.failed} isSending={isSubmitting} onCancel={props.onClose} />
      </form>
    </FormProvider>
  );
};

const useMoveForm = ({
  detail: { id },
  targets,
  onMoved,
  onClose,
}: MoveDialogProps & { targets: readonly MoveTarget[] }) => {
  const queries = useQueryClient();
  const send = useSending({
    mutationFn: ({ code, reason }: MoveFields) => {
      const difference = targets.find((target) => target.code === code)?.difference ?? 0;
      return call(moveRegistration, { params: { id }, body: { code, difference, reason } });
    },
    onSuccess: (detail) => {
      onClose();
      onMoved(detail);
    },
    // The seats or the fee have changed since they were shown.
    onError: () => queries.invalidateQueries({ queryKey: moveTargetsQuery(id).queryKey }),
  });
  const form = useForm<MoveFields>({
    defaultValues: { code: '', reason: '' },
    resolver: zodResolver(MoveFields),
    shouldFocusError: false,
  });
  const save = (values: MoveFields) =>
    send
      .mutateAsync(values)
      .catch((error) => showRefusal(error, ['code', 'reason'], form.setError, { difference: 'code' }));
  return { form, save };
};
