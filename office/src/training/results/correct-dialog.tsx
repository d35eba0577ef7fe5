import { parseScore, type ScoredPerson, type ScoreSheet } from '@portal/contract/office/training';
import { TextField } from '@portal/kit/ui/field.tsx';
import { resultsText } from '../../text/zh-TW/results.ts';
import { correctResult } from '../api/correct-result.ts';
import { CorrectedResult, computedFrom, correctedResult } from './corrected-result.tsx';
import { ResultDialog, ResultDialogButton, type ResultValues, useResultForm } from './result-dialog.tsx';

const text = resultsText.correct;

interface CorrectProps {
  person: ScoredPerson;
  sheet: ScoreSheet;
}

export const CorrectButton = (props: CorrectProps) => (
  <ResultDialogButton
    dialog={(close) => <CorrectResultDialog {...props} onClose={close} />}
    name={props.person.name}
    text={text}
  />
);

/** Empty fields have no score. */
const scoresOf = ({ scores }: ResultValues, { subjects }: ScoreSheet) =>
  subjects.flatMap(({ id: subjectId, fullScore }, at) => {
    const score = parseScore(scores[at]?.typed ?? '', fullScore);
    return score === null || score === undefined ? [] : [{ subjectId, score }];
  });

const CorrectResultDialog = ({ person, sheet, onClose }: CorrectProps & { onClose: () => void }) => {
  const save = useResultForm({
    classId: sheet.class.id,
    person,
    onClose,
    done: text.done,
    defaultValues: {
      scores: person.scores.map(({ score }) => ({ typed: score === null ? '' : `${score}` })),
      result: `${person.result ?? 2}`,
      decided: [],
      decidedReason: '',
      reason: '',
    },
    send: (values, version) =>
      correctResult(sheet.class.id, person.registrationId, {
        scores: scoresOf(values, sheet),
        ...correctedResult(values, computedFrom(values, { person, sheet })),
        decidedReason: values.decidedReason,
        reason: values.reason,
        version,
      }),
  });
  const { register, formState, watch } = save.form;
  const { errors } = formState;
  return (
    <ResultDialog
      label={text.open}
      onClose={onClose}
      reason={{ label: text.reason, required: true }}
      save={save}
      title={text.title(person.name)}
    >
      <p>{text.lead}</p>
      {sheet.subjects.map(({ id, name, fullScore, passScore }, at) => (
        <TextField
          {...register(`scores.${at}.typed`, {
            validate: (typed) => parseScore(typed, fullScore) !== undefined || resultsText.wrong(fullScore),
          })}
          error={errors.scores?.[at]?.typed?.message}
          hint={resultsText.subjectHint(fullScore, passScore)}
          inputMode="decimal"
          key={id}
          label={name}
        />
      ))}
      <CorrectedResult
        computed={computedFrom({ scores: watch('scores') }, { person, sheet })}
        person={person}
      />
    </ResultDialog>
  );
};
