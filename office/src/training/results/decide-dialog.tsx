import { type Outcome, outcomeNames, type ScoredPerson } from '@portal/contract/office/training';
import { RadioGroup } from '@portal/kit/ui/field.tsx';
import { resultsText } from '../../text/zh-TW/results.ts';
import { decideResult } from '../api/decide-result.ts';
import { ResultDialog, ResultDialogButton, useResultForm } from './result-dialog.tsx';

const text = resultsText.decide;

interface DecideProps {
  classId: number;
  person: ScoredPerson;
}

export const DecideButton = (props: DecideProps) => (
  <ResultDialogButton
    dialog={(close) => <DecideDialog {...props} onClose={close} />}
    name={props.person.name}
    text={text}
  />
);

const PROPOSED = 'proposed';
const outcomeOf = (value: string): Outcome | null => (value === PROPOSED ? null : value === '1' ? 1 : 2);

const DecideDialog = ({ classId, person, onClose }: DecideProps & { onClose: () => void }) => {
  const { registrationId, decided, reason, proposal } = person;
  const save = useResultForm({
    classId,
    person,
    onClose,
    done: text.done,
    defaultValues: {
      scores: [],
      result: decided === null ? PROPOSED : `${decided}`,
      decided: [],
      decidedReason: '',
      reason: reason ?? '',
    },
    send: (values, version) =>
      decideResult(classId, registrationId, {
        decided: outcomeOf(values.result),
        reason: values.reason,
        version,
      }),
  });
  const proposed = text.proposed(proposal.result === null ? resultsText.none : outcomeNames[proposal.result]);
  return (
    <ResultDialog
      label={text.open}
      onClose={onClose}
      reason={{ label: text.reason, hint: text.hint }}
      save={save}
      title={text.title(person.name)}
    >
      <RadioGroup
        {...save.form.register('result')}
        label={text.choice}
        options={[
          { value: PROPOSED, label: proposed },
          { value: '1', label: outcomeNames[1] },
          { value: '2', label: outcomeNames[2] },
        ]}
      />
    </ResultDialog>
  );
};
