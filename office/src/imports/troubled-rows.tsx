import type { ImportDetail } from '@portal/contract/office/imports';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { useStepUp } from '../platform/step-up.ts';
import { importsText as text } from '../text/zh-TW/imports.ts';
import { downloadProblems } from './api/download-problems.ts';

type Kind = keyof ImportDetail['shown'];
type Row = ImportDetail['shown'][Kind][number];

const kinds: readonly Kind[] = ['kept', 'wrong', 'doubtful', 'partial'];

const columns: readonly Column<Row>[] = [
  { key: 'row', header: text.row, cell: ({ row }) => `${row}`, together: true },
  { key: 'name', header: text.name, cell: ({ name }) => name, primary: true },
  { key: 'problem', header: text.problem, cell: ({ problem }) => problem },
];

const countOf = ({ verdicts, partial, outcomes }: ImportDetail, kind: Kind): number => {
  if (kind === 'kept') return outcomes.kept;
  return kind === 'partial' ? partial : verdicts[kind];
};

/** The rows that somebody has to look at. */
export const TroubledRows = ({ detail }: { detail: ImportDetail }) => {
  const { verdicts, partial, shown } = detail;
  const hasProblems = verdicts.wrong + verdicts.doubtful + partial > 0;
  return (
    <>
      {hasProblems && <ProblemsButton id={detail.id} />}
      {kinds
        .filter((kind) => shown[kind].length > 0)
        .map((kind) => (
          <section className="space-y-3" key={kind}>
            <h2>{text.shown[kind]}</h2>
            <DataTable
              caption={text.shown[kind]}
              columns={columns}
              empty={null}
              rowKey={({ row }) => row}
              rows={shown[kind]}
            />
            {countOf(detail, kind) > shown[kind].length && (
              <p className="text-ink-soft">{text.more(shown[kind].length, countOf(detail, kind))}</p>
            )}
          </section>
        ))}
    </>
  );
};

const ProblemsButton = ({ id }: { id: number }) => {
  const withStepUp = useStepUp();
  const send = useSending({
    mutationFn: () => withStepUp(() => downloadProblems(id)),
    onSuccess: () => notify(text.downloaded, 'success'),
    onError: (error) => notify(failureText(error), 'danger'),
  });
  return (
    <div className="space-y-1">
      <Button busy={send.isPending} busyLabel={text.drop.reading} onClick={() => send.mutate()}>
        {text.problems}
      </Button>
      <p className="text-ink-soft text-sm">{text.problemsHint}</p>
    </div>
  );
};
