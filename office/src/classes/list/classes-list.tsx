import { addMonths, readable, today } from '@portal/contract/dates';
import { type ClassRow, classList, exportClasses } from '@portal/contract/office/classes';
import { classStateNames } from '@portal/contract/office/code-names';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { courseNamesQuery } from '../../catalogue/api/get-course-names.ts';
import { type List, loadList, type Option, runExport } from '../../lists/list.ts';
import { paths } from '../../platform/paths.ts';
import { classesText as text } from '../../text/zh-TW/classes.ts';
import { publishClasses } from '../api/publish-classes.ts';
import { ClassStateBadge } from '../class-state-badge.tsx';

const useCourseOptions = (): Option[] =>
  (useQuery(courseNamesQuery).data ?? []).map(({ id, chinese_name }) => ({
    value: `${id}`,
    label: chinese_name,
  }));

/** The filter offers the months from half a year ago until a year ahead. */
const MONTHS = { back: 6, ahead: 12 };

const monthOptions = (): Option[] => {
  const first = `${today(new Date()).slice(0, 7)}-01`;
  return [...Array(MONTHS.back + MONTHS.ahead + 1).keys()]
    .map((at) => addMonths(first, at - MONTHS.back).slice(0, 7))
    .map((month) => ({ value: month, label: month.replace('-', '/') }));
};

const stateOptions = Object.entries(classStateNames).map(([value, label]) => ({ value, label }));

const ClassLink = ({ row: { id, code } }: { row: ClassRow }) => (
  <Link
    className="font-semibold text-sea-800 underline hover:no-underline"
    to={paths.trainingClass.to({ id })}
  >
    {code}
  </Link>
);

export const classesList: List<ClassRow> = {
  name: 'classes',
  title: text.title,
  caption: text.caption,
  empty: text.empty,
  sort: '-startTime',
  rowKey: ({ id }) => id,
  load: loadList(classList),
  exported: { run: runExport(exportClasses), hasIdentity: false },
  rowName: ({ code }) => code,
  bulk: [
    {
      label: text.publish,
      right: 'class.publish',
      question: text.reallyPublish,
      run: async (rows) => (await publishClasses(rows)).results,
    },
  ],
  views: [
    { name: text.views.ahead, query: { phase: 'ahead', sort: 'startTime' } },
    { name: text.views.open, query: { phase: 'open', sort: 'startTime' } },
    { name: text.views.draft, query: { state: 'draft', sort: 'startTime' } },
    { name: text.views.over, query: { phase: 'over', sort: 'startTime' } },
    { name: text.views.all, query: { sort: '-startTime' } },
  ],
  viewFilters: ['phase'],
  filters: [
    { kind: 'linked', name: 'series', label: text.oneSeries },
    { kind: 'search', name: 'word', label: text.word, hint: text.wordHint },
    { kind: 'choice', name: 'state', label: text.state, useOptions: () => stateOptions },
    { kind: 'choice', name: 'month', label: text.month, useOptions: monthOptions },
    { kind: 'choice', name: 'course', label: text.course, useOptions: useCourseOptions },
  ],
  columns: [
    {
      key: 'code',
      header: text.code,
      cell: (row) => <ClassLink row={row} />,
      sort: 'code',
      primary: true,
      together: true,
    },
    { key: 'course', header: text.course, cell: ({ course }) => course },
    { key: 'organization', header: text.organization, cell: ({ organization }) => organization },
    {
      key: 'start',
      header: text.start,
      cell: ({ startTime }) => readable(startTime),
      sort: 'startTime',
      together: true,
    },
    { key: 'state', header: text.state, cell: ({ state }) => <ClassStateBadge state={state} /> },
    {
      key: 'seats',
      header: text.seats,
      cell: ({ number, limitNumber }) => text.filled(number, limitNumber),
      together: true,
    },
    { key: 'pending', header: text.pending, cell: ({ pending }) => text.people(pending), together: true },
    { key: 'unpaid', header: text.unpaid, cell: ({ unpaid }) => text.people(unpaid), together: true },
    { key: 'place', header: text.place, cell: ({ place }) => place, isExtra: true },
  ],
};
