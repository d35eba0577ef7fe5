import type { Scores, TrainingRecord } from '@portal/contract/training';
import { failureKind } from '@portal/kit/browser/call.ts';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { dateOf } from '@portal/kit/browser/format.ts';
import { Badge } from '@portal/kit/ui/badge.tsx';
import { Button } from '@portal/kit/ui/button.tsx';
import { Rows } from '@portal/kit/ui/description-list.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { ContactLink } from '../platform/contact-link.tsx';
import { trainingText } from '../text/zh-TW/training.ts';
import { scoresQuery } from './api/get-scores.ts';
import { commonPassScore, isFailed, scoreText } from './score-text.ts';

const text = trainingText.dialog;

interface ScoresDialogProps {
  /** Null while closed. */
  record: TrainingRecord | null;
  onClose: () => void;
}

export const ScoresDialog = ({ record, onClose }: ScoresDialogProps) => (
  <Dialog
    actions={<Button onClick={onClose}>{text.close}</Button>}
    onClose={onClose}
    open={record !== null}
    title={text.title}
  >
    {record && <LoadedScores record={record} />}
  </Dialog>
);

const LoadedScores = ({ record }: { record: TrainingRecord }) => {
  const { data, error, refetch } = useQuery(scoresQuery(record.code));
  if (data) return <ShownScores record={record} shown={data} />;
  if (!error) return <SkeletonRows rowClassName="h-9" rows={6} />;
  const kind = failureKind(error);
  return (
    <ErrorState kind={kind} message={failureText(error)} onRetry={kind === 'missing' ? undefined : refetch} />
  );
};

const ShownScores = ({ record, shown }: { record: TrainingRecord; shown: Scores }) => (
  <div className="space-y-4">
    <Rows
      rows={[
        { term: text.name, value: shown.user_name },
        { term: text.train, value: shown.train_class },
        { term: text.code, value: record.code },
        { term: text.startTime, value: dateOf(record.start_time) },
      ]}
    />
    {shown.data.length === 0 ? (
      <EmptyState icon="clipboard" title={text.empty}>
        {text.emptyHint}
      </EmptyState>
    ) : (
      <ScoreTable scores={shown.data} />
    )}
    {record.state === 2 && (
      <p className="text-sm">
        {text.ifFailed[0]}
        <ContactLink />
        {text.ifFailed[1]}
      </p>
    )}
  </div>
);

const ScoreTable = ({ scores }: { scores: Scores['data'] }) => {
  const passScore = commonPassScore(scores);
  return (
    <div>
      <table className="w-full">
        <caption className="sr-only">{trainingText.scores}</caption>
        <thead className="bg-sea-50 text-sea-800 text-sm">
          <tr className="border-line border-y">
            <th className="px-3 py-2" scope="col">
              {text.subject}
            </th>
            <th className="whitespace-nowrap px-3 py-2 text-end" scope="col">
              {text.score}
            </th>
          </tr>
        </thead>
        <tbody>
          {scores.map((graded) => (
            <tr className="border-line border-b" key={graded.id}>
              <th className="px-3 py-2 font-normal" scope="row">
                {graded.test_subject}
                {passScore === null && (
                  <small className="ms-2 text-ink-soft">{text.passAt(graded.pass_score)}</small>
                )}
              </th>
              <td className="whitespace-nowrap px-3 py-2 text-end font-semibold tabular">
                {isFailed(graded) && (
                  <span className="me-3">
                    <Badge tone="danger">{trainingText.state.fail}</Badge>
                  </span>
                )}
                {scoreText(graded.score)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {passScore !== null && <p className="mt-2 text-end text-ink-soft text-sm">{text.passAt(passScore)}</p>}
    </div>
  );
};
