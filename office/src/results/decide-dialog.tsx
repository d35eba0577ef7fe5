import {
  decideResult,
  type Outcome,
  outcomeNames,
  RESULT_REASON_MAX,
  type ScoredPerson,
} from '@portal/contract/office/results';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { RadioGroup } from '@portal/kit/ui/field.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../platform/call.ts';
import { resultsText } from '../text/zh-TW/results.ts';
import { usePeopleChanged } from './api.ts';

const text = resultsText.decide;

interface DecideProps {
  classId: number;
  person: ScoredPerson;
}

/** 判定: a result other than the proposed one, with the reason. */
export const DecideButton = ({ classId, person }: DecideProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-label={text.openFor(person.name)}
        onClick={() => setOpen(true)}
        variant="quiet"
      >
        {text.open}
      </Button>
      {isOpen && <DecideDialog classId={classId} onClose={() => setOpen(false)} person={person} />}
    </>
  );
};

interface Values {
  decided: string;
  reason: string;
}

const PROPOSED = 'proposed';
const outcomeOf = (value: string): Outcome | null => (value === PROPOSED ? null : value === '1' ? 1 : 2);

const useDecideForm = ({ classId, person, onClose }: DecideProps & { onClose: () => void }) => {
  const changed = usePeopleChanged(classId);
  const { registrationId, version, decided, reason } = person;
  const send = useSending({
    mutationFn: (values: Values) =>
      call(decideResult, {
        params: { id: classId, registration: registrationId },
        body: { decided: outcomeOf(values.decided), reason: values.reason, version },
      }),
    onSuccess: (now: ScoredPerson) => {
      onClose();
      changed([now]);
      notify(text.done, 'success');
    },
  });
  const form = useForm<Values>({
    defaultValues: { decided: decided === null ? PROPOSED : `${decided}`, reason: reason ?? '' },
    shouldFocusError: false,
  });
  const save = (values: Values) =>
    send.mutateAsync(values).catch((error) => showRefusal(error, ['reason'], form.setError));
  return { form, save };
};

const DecideDialog = (props: DecideProps & { onClose: () => void }) => {
  const { person, onClose } = props;
  const { form, save } = useDecideForm(props);
  const { errors, isSubmitting } = form.formState;
  const { result } = person.proposal;
  const proposed = text.proposed(result === null ? resultsText.none : outcomeNames[result]);
  return (
    <Dialog busy={isSubmitting} isForm onClose={onClose} open title={text.title(person.name)}>
      <form className="space-y-4" method="post" noValidate onSubmit={form.handleSubmit(save)}>
        <FormProblems fields={['reason']} form={form} />
        <RadioGroup
          {...form.register('decided')}
          label={text.choice}
          options={[
            { value: PROPOSED, label: proposed },
            { value: '1', label: outcomeNames[1] },
            { value: '2', label: outcomeNames[2] },
          ]}
        />
        <TextArea
          {...form.register('reason')}
          error={errors.reason?.message}
          hint={text.hint}
          label={text.reason}
          maxLength={RESULT_REASON_MAX}
          rows={3}
        />
        <FormEnd fault={errors.root?.failed} isSending={isSubmitting} onCancel={onClose} />
      </form>
    </Dialog>
  );
};
