import { outcomeNames, RESULT_REASON_MAX, type ScoreCorrection } from '@portal/contract/office/training';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { FieldError } from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { resultsText } from '../../text/zh-TW/results.ts';
import { type CorrectionValues, mayKeep } from './correction-values.ts';

const text = resultsText.file.corrections;

interface CorrectionsProps {
  corrections: readonly ScoreCorrection[];
  values: CorrectionValues;
  errors: Readonly<Record<string, readonly string[]>>;
  onChange: (change: Partial<CorrectionValues>) => void;
}

/** The corrections of published results in a file, with their reasons. */
export const Corrections = ({ corrections, values, errors, onChange }: CorrectionsProps) => {
  const unmailed = corrections.filter(({ isMailed }) => !isMailed).map(({ name }) => name);
  return (
    <section aria-label={text.caption} className="space-y-3">
      <Notice tone="warn">
        <p>{text.mails(corrections.length - unmailed.length)}</p>
        {unmailed.length > 0 && <p>{text.unmailed(unmailed)}</p>}
      </Notice>
      <div data-field="keep">
        <div className="max-h-80 overflow-y-auto">
          <DataTable
            caption={text.caption}
            cardsBelow={40}
            columns={columnsFor(values, onChange)}
            empty={null}
            rowKey={({ registrationId }) => registrationId}
            rows={corrections}
          />
        </div>
        <FieldError>{errors.keep?.[0]}</FieldError>
      </div>
      <TextArea
        error={errors.reason?.[0]}
        hint={text.reasonHint}
        label={text.reason}
        maxLength={RESULT_REASON_MAX}
        name="reason"
        onChange={(event) => onChange({ reason: event.currentTarget.value })}
        required
        rows={2}
        value={values.reason}
      />
      {values.keep.length > 0 && (
        <TextArea
          error={errors.decidedReason?.[0]}
          hint={text.decidedHint}
          label={text.decidedReason}
          maxLength={RESULT_REASON_MAX}
          name="decidedReason"
          onChange={(event) => onChange({ decidedReason: event.currentTarget.value })}
          required
          rows={2}
          value={values.decidedReason}
        />
      )}
    </section>
  );
};

const columnsFor = (
  { keep }: CorrectionValues,
  onChange: CorrectionsProps['onChange'],
): readonly Column<ScoreCorrection>[] => [
  { key: 'row', header: resultsText.file.row, cell: ({ row }) => `${row}`, together: true },
  { key: 'name', header: resultsText.file.name, cell: ({ name }) => name, primary: true },
  { key: 'scores', header: text.scores, cell: ({ scores }) => <ScoreLines scores={scores} /> },
  {
    key: 'result',
    header: resultsText.result,
    cell: (correction) => (
      <KeepTick
        correction={correction}
        isKept={keep.includes(correction.registrationId)}
        onTick={(isKept) => {
          const others = keep.filter((id) => id !== correction.registrationId);
          onChange({ keep: isKept ? [...others, correction.registrationId] : others });
        }}
      />
    ),
  },
];

const ScoreLines = ({ scores }: Pick<ScoreCorrection, 'scores'>) => (
  <ul>
    {scores.map(({ subject, before, after }) => (
      <li key={subject}>{text.score(subject, before, after)}</li>
    ))}
  </ul>
);

interface KeepTickProps {
  correction: ScoreCorrection;
  isKept: boolean;
  onTick: (isKept: boolean) => void;
}

const KeepTick = ({ correction, isKept, onTick }: KeepTickProps) => {
  const { name, former, computed, why } = correction;
  if (!mayKeep(correction)) return text.same(outcomeNames[former]);
  const after = isKept ? outcomeNames[former] : computed === null ? text.unknown : outcomeNames[computed];
  return (
    <>
      <p className="font-semibold">{text.change(outcomeNames[former], after)}</p>
      <p className="text-ink-soft text-sm">{why}</p>
      <label className="flex min-h-11 items-start gap-2 py-2">
        <input
          aria-label={text.keepFor(name, outcomeNames[former])}
          checked={isKept}
          className="mt-1 size-5 shrink-0 accent-sea-700"
          onChange={(event) => onTick(event.currentTarget.checked)}
          type="checkbox"
        />
        <span className="min-w-0">{text.keep(outcomeNames[former])}</span>
      </label>
    </>
  );
};
