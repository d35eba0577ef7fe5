import {
  correctResult,
  outcomeNames,
  parseScore,
  RESULT_REASON_MAX,
  type ScoredPerson,
  type ScoreSheet,
} from '@portal/contract/office/results';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { RadioGroup, TextField } from '@portal/kit/ui/field.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../platform/call.ts';
import { resultsText } from '../text/zh-TW/results.ts';
import { usePeopleChanged } from './api.ts';

const text = resultsText.correct;

interface CorrectProps {
  person: ScoredPerson;
  sheet: ScoreSheet;
}

/** 更正: of a published result, with the reason that the trainee is told. */
export const CorrectButton = ({ person, sheet }: CorrectProps) => {
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
      {isOpen && <CorrectDialog onClose={() => setOpen(false)} person={person} sheet={sheet} />}
    </>
  );
};

interface Values {
  scores: { typed: string }[];
  result: string;
  reason: string;
}

/** The scores typed into the fields; an empty field has none. */
const scoresOf = ({ scores }: Values, { subjects }: ScoreSheet) =>
  subjects.flatMap(({ id: subjectId, fullScore }, at) => {
    const score = parseScore(scores[at]?.typed ?? '', fullScore);
    return score === null || score === undefined ? [] : [{ subjectId, score }];
  });

const useCorrectForm = ({ person, sheet, onClose }: CorrectProps & { onClose: () => void }) => {
  const changed = usePeopleChanged(sheet.class.id);
  const send = useSending({
    mutationFn: (values: Values) =>
      call(correctResult, {
        params: { id: sheet.class.id, registration: person.registrationId },
        body: {
          scores: scoresOf(values, sheet),
          result: values.result === '1' ? 1 : 2,
          reason: values.reason,
          version: person.version,
        },
      }),
    onSuccess: (now: ScoredPerson) => {
      onClose();
      changed([now]);
      notify(text.done, 'success');
    },
  });
  const form = useForm<Values>({
    defaultValues: {
      scores: person.scores.map(({ score }) => ({ typed: score === null ? '' : `${score}` })),
      result: `${person.result ?? 2}`,
      reason: '',
    },
    shouldFocusError: false,
  });
  const save = (values: Values) =>
    send.mutateAsync(values).catch((error) => showRefusal(error, ['reason'], form.setError));
  return { form, save };
};

const CorrectDialog = (props: CorrectProps & { onClose: () => void }) => {
  const { person, sheet, onClose } = props;
  const { form, save } = useCorrectForm(props);
  const { errors, isSubmitting } = form.formState;
  return (
    <Dialog busy={isSubmitting} isForm onClose={onClose} open title={text.title(person.name)}>
      <form className="space-y-4" method="post" noValidate onSubmit={form.handleSubmit(save)}>
        <p>{text.lead}</p>
        <FormProblems fields={['reason']} form={form} />
        {sheet.subjects.map(({ id, name, fullScore, passScore }, at) => (
          <TextField
            {...form.register(`scores.${at}.typed`, {
              validate: (typed) => parseScore(typed, fullScore) !== undefined || resultsText.wrong(fullScore),
            })}
            error={errors.scores?.[at]?.typed?.message}
            hint={resultsText.subjectHint(fullScore, passScore)}
            inputMode="decimal"
            key={id}
            label={name}
          />
        ))}
        <RadioGroup
          {...form.register('result')}
          label={resultsText.result}
          options={[
            { value: '1', label: outcomeNames[1] },
            { value: '2', label: outcomeNames[2] },
          ]}
        />
        <TextArea
          {...form.register('reason')}
          error={errors.reason?.message}
          label={text.reason}
          maxLength={RESULT_REASON_MAX}
          required
          rows={3}
        />
        <FormEnd fault={errors.root?.failed} isSending={isSubmitting} onCancel={onClose} />
      </form>
    </Dialog>
  );
};
