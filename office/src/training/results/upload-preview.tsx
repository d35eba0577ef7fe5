import {
  type ScoreChange,
  type ScorePreview,
  type ScoreProblem,
  scoreProblemKinds,
} from '@portal/contract/office/training';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { resultsText } from '../../text/zh-TW/results.ts';

const text = resultsText.file;

export const UploadPreview = ({ preview }: { preview: ScorePreview }) => {
  const { counts, changes, ignored } = preview;
  return (
    <div className="space-y-3">
      <div className="space-y-3" role="status">
        <Notice>
          {counts.changes > 0 && <p>{text.changes(counts.changes)}</p>}
          {counts.changes + counts.corrections === 0 && <p>{text.nothing}</p>}
          {counts.corrections > 0 && <p>{text.corrections.title(counts.corrections)}</p>}
          {counts.same > 0 && <p>{text.same(counts.same)}</p>}
          {ignored.length > 0 && <p>{text.ignored(ignored)}</p>}
        </Notice>
        {scoreProblemKinds.map((kind) => (
          <Problems key={kind} kind={kind} preview={preview} />
        ))}
      </div>
      <div className="max-h-80 overflow-y-auto">
        <DataTable
          caption={text.caption}
          cardsBelow={34}
          columns={columns}
          empty={null}
          rowKey={({ row, subject }) => `${row} ${subject}`}
          rows={changes}
        />
      </div>
      {changes.length < counts.changes && (
        <p className="text-ink-soft text-sm">{text.more(changes.length, counts.changes)}</p>
      )}
    </div>
  );
};

const problemSubject = ({ name, subject, typed }: ScoreProblem): string =>
  [name, subject, typed === '' ? '' : text.typed(typed)].filter(Boolean).join(' ');

const Problems = ({ kind, preview }: { kind: ScoreProblem['kind']; preview: ScorePreview }) => {
  const count = preview.counts[kind];
  if (count === 0) return null;
  return (
    <Notice title={text.problems[kind](count)} tone={kind === 'kept' ? 'warn' : 'danger'}>
      <ul className="max-h-40 overflow-y-auto text-sm">
        {preview.problems
          .filter((problem) => problem.kind === kind)
          .map((problem) => (
            <li key={`${problem.row} ${problem.subject}`}>
              {text.problem(problem.row, problemSubject(problem), problem.why)}
            </li>
          ))}
      </ul>
    </Notice>
  );
};

const columns: readonly Column<ScoreChange>[] = [
  { key: 'row', header: text.row, cell: ({ row }) => `${row}`, together: true },
  { key: 'name', header: text.name, cell: ({ name }) => name, primary: true },
  { key: 'subject', header: text.subject, cell: ({ subject }) => subject },
  {
    key: 'before',
    header: text.before,
    align: 'end',
    cell: ({ before }) => before ?? text.empty,
    together: true,
  },
  { key: 'after', header: text.after, align: 'end', cell: ({ after }) => after, together: true },
];
