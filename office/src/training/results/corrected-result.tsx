import {
  type Outcome,
  outcomeNames,
  type Proposed,
  parseScore,
  proposalText,
  proposeAgain,
  RESULT_REASON_MAX,
  type ScoredPerson,
  type ScoreSheet,
} from '@portal/contract/office/training';
import { CheckboxGroup } from '@portal/kit/ui/checkbox-group.tsx';
import { RadioGroup } from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { useController, useFormContext } from 'react-hook-form';
import { resultsText } from '../../text/zh-TW/results.ts';
import type { ResultValues } from './result-dialog.tsx';

const text = resultsText.correct;

/** Computes the result from the typed scores and the attendance. A score that cannot be read counts as missing. */
export const computedFrom = (
  { scores }: Pick<ResultValues, 'scores'>,
  { person, sheet }: { person: ScoredPerson; sheet: ScoreSheet },
): Proposed =>
  proposeAgain(
    person.proposal.reasons,
    sheet.subjects.map(({ name, passScore, fullScore }, at) => ({
      name,
      passScore,
      score: parseScore(scores[at]?.typed ?? '', fullScore) ?? null,
    })),
  );

const opposite = (result: Outcome): Outcome => (result === 1 ? 2 : 1);

/** The result to send. If none can be computed, the officer chooses one. */
export const correctedResult = (
  { decided, result }: Pick<ResultValues, 'decided' | 'result'>,
  computed: Proposed,
): { result: Outcome; isDecided: boolean } => {
  if (computed.result === null) return { result: result === '1' ? 1 : 2, isDecided: true };
  const isDecided = decided.length > 0;
  return { result: isDecided ? opposite(computed.result) : computed.result, isDecided };
};

interface CorrectedResultProps {
  person: ScoredPerson;
  computed: Proposed;
}

/** Shows the computed result, and asks for a reason if the officer decides otherwise. */
export const CorrectedResult = ({ person, computed }: CorrectedResultProps) => {
  const { register, watch, formState } = useFormContext<ResultValues>();
  const isDecided = correctedResult(watch(), computed).isDecided;
  return (
    <>
      <Notice live tone={computed.result === 1 ? 'success' : 'warn'}>
        {proposalText(computed)}
      </Notice>
      {computed.result === null ? (
        <RadioGroup
          {...register('result')}
          label={resultsText.result}
          options={[
            { value: '1', label: outcomeNames[1] },
            { value: '2', label: outcomeNames[2] },
          ]}
        />
      ) : (
        <DecidedTick former={person.result} other={opposite(computed.result)} />
      )}
      {isDecided && (
        <TextArea
          {...register('decidedReason')}
          error={formState.errors.decidedReason?.message}
          hint={text.decidedHint}
          label={text.decidedReason}
          maxLength={RESULT_REASON_MAX}
          required
          rows={2}
        />
      )}
    </>
  );
};

const DecidedTick = ({ former, other }: { former: Outcome | null; other: Outcome }) => {
  const { field, fieldState } = useController<ResultValues, 'decided'>({ name: 'decided' });
  const label = former === other ? text.keep(outcomeNames[other]) : text.decide(outcomeNames[other]);
  return (
    <CheckboxGroup
      error={fieldState.error?.message}
      label={text.decided}
      name="decided"
      onChange={field.onChange}
      options={[{ value: 'own', label }]}
      value={field.value}
    />
  );
};
