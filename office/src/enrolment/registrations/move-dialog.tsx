import { zodResolver } from '@hookform/resolvers/zod';
import { type MoveTarget, REASON_MAX, type RegistrationDetail } from '@portal/contract/office/enrolment';
import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { Loaded } from '../../platform/loaded.tsx';
import { registrationText } from '../../text/zh-TW/registration.ts';
import { moveTargetsQuery } from '../api/get-move-targets.ts';
import { moveRegistration } from '../api/move-registration.ts';
import { MoveFields } from './move-form.ts';
import { MoveTargets } from './move-targets.tsx';

const text = registrationText.move;

interface MoveDialogProps {
  detail: RegistrationDetail;
  onMoved: (detail: RegistrationDetail) => void;
  onClose: () => void;
}

/** 轉班 to another class of the same course. */
export const MoveDialog = (props: MoveDialogProps) => {
  const { detail, onClose } = props;
  const targets = useQuery(moveTargetsQuery(detail.id));
  if (targets.data && targets.data.length > 0) return <MoveForm {...props} targets={targets.data} />;
  return (
    <Dialog onClose={onClose} open title={text.title(detail.person.name)} width="wide">
      <Loaded query={targets} rows={3}>
        {() => <NoTargets onClose={onClose} />}
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
  const { detail, targets, onClose } = props;
  const save = useMoveForm(props);
  const { register, formState } = save.form;
  return (
    <FormDialog
      button={{ label: text.open }}
      onClose={onClose}
      save={save}
      title={text.title(detail.person.name)}
      width="wide"
    >
      <p>{text.lead(detail.class.code)}</p>
      <MoveTargets targets={targets} />
      <TextArea
        {...register('reason')}
        error={formState.errors.reason?.message}
        label={text.reason}
        maxLength={REASON_MAX}
        rows={2}
      />
    </FormDialog>
  );
};

const useMoveForm = ({
  detail: { id, version },
  targets,
  onMoved,
  onClose,
}: MoveDialogProps & { targets: readonly MoveTarget[] }) => {
  const queries = useQueryClient();
  return useSave<MoveFields, MoveFields, RegistrationDetail>({
    defaultValues: { code: '', reason: '' },
    resolver: zodResolver(MoveFields),
    fields: ['code', 'reason'],
    rename: { difference: 'code' },
    version,
    send: ({ code, reason }, seen) => {
      const difference = targets.find((target) => target.code === code)?.difference ?? 0;
      return moveRegistration(id, { code, difference, reason, version: seen.version });
    },
    onDone: (detail) => {
      onClose();
      onMoved(detail);
    },
    onRefused: () => {
      // The seats or the fee have changed since they were shown.
      void queries.invalidateQueries({ queryKey: moveTargetsQuery(id).queryKey });
      return false;
    },
  });
};
