import type { AnswerOf } from '@portal/contract/endpoint';
import type { personResults } from '@portal/contract/office/people';
import { Badge } from '@portal/kit/ui/badge.tsx';
import type { Column } from '@portal/kit/ui/data-table.tsx';
import { useQuery } from '@tanstack/react-query';
import { personText as text } from '../../text/zh-TW/person.ts';
import { personResultsQuery } from '../api/get-person-results.ts';
import { classColumns } from './class-columns.tsx';
import { PartTable } from './part-table.tsx';
import { useShownPerson } from './use-shown-person.ts';

type Row = AnswerOf<typeof personResults>[number];

const columns: Column<Row>[] = [
  ...classColumns<Row>(),
  {
    key: 'result',
    header: text.result,
    cell: ({ result }) => (
      <Badge tone={result === 1 ? 'ok' : 'danger'}>{result === 1 ? text.passed : text.failed}</Badge>
    ),
  },
  {
    key: 'scores',
    header: text.scores,
    cell: ({ scores }) =>
      scores.length === 0 ? null : (
        <span className="tabular">
          {scores.map((each) => text.score(each.subject, each.score)).join('、')}
        </span>
      ),
  },
];

export const ResultsTab = () => (
  <PartTable
    columns={columns}
    empty={text.empty.results}
    query={useQuery(personResultsQuery(useShownPerson().id))}
    rowKey={({ registrationId }) => registrationId}
    title={text.tab.results}
  />
);
