import type { ClassMember } from '@portal/contract/training';
import { Badge } from '@portal/kit/ui/badge.tsx';
import { type Column, DataTable, inTable } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { trainingText } from '../text/zh-TW/training.ts';
import { isHidden, memberResult, memberStatus } from './member-status.ts';
import { isFailed, scoreText } from './score-text.ts';

const text = trainingText.classRoster;

type Numbered = ClassMember & { readonly number: number };

/** Shown in tables only: a card has no headings. */
const HiddenStatus = () => <span className={inTable}>{text.hidden}</span>;

const MemberStatus = ({ member }: { member: ClassMember }) => {
  const status = memberStatus(member);
  return status ? <Badge tone={status.tone}>{status.text}</Badge> : <HiddenStatus />;
};

const Result = ({ member }: { member: ClassMember }) => {
  const result = memberResult(member);
  if (!result) return isHidden(member) && <HiddenStatus />;
  const { text: word, ...look } = result;
  return <Badge {...look}>{word}</Badge>;
};

const Scores = ({ scores }: { scores: NonNullable<ClassMember['scores']> }) => (
  <ul className="inline-grid grid-cols-[auto_auto_auto] gap-x-1 tabular">
    {scores.map((graded) => (
      <li className="col-span-full grid grid-cols-subgrid" key={graded.id}>
        <span>{text.score(graded.name)}</span>
        <span className="text-end">{scoreText(graded.score)}</span>
        <span className="whitespace-nowrap text-danger-700">{isFailed(graded) && text.failed}</span>
      </li>
    ))}
  </ul>
);

const columns: Column<Numbered>[] = [
  { key: 'number', header: text.number, aside: true, cell: ({ number }) => number },
  { key: 'name', header: text.name, primary: true, cell: ({ name }) => name },
  { key: 'status', header: text.status, aside: true, cell: (member) => <MemberStatus member={member} /> },
  { key: 'remark', header: text.remark, cell: ({ reason }) => reason },
  {
    key: 'scores',
    header: text.scores,
    cell: ({ scores }) => (scores && scores.length > 0 ? <Scores scores={scores} /> : null),
  },
  { key: 'passed', header: text.passed, aside: true, cell: (member) => <Result member={member} /> },
];

export const ClassRosterTable = ({ members }: { members: readonly ClassMember[] }) => (
  <>
    {members.some(isHidden) && <p className="mb-3 text-ink-soft">{text.namesOnly}</p>}
    <DataTable
      caption={text.people}
      cardsBelow={46}
      columns={columns}
      empty={<EmptyState title={text.empty}>{text.emptyHint}</EmptyState>}
      rowKey={({ id }) => id}
      rows={members.map((member, index) => ({ ...member, number: index + 1 }))}
    />
  </>
);
