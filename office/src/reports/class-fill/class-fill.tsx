import { today } from '@portal/contract/dates';
import type { OfficeClass } from '@portal/contract/office/classes';
import type { FilledDay } from '@portal/contract/office/reports';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../platform/loaded.tsx';
import { classFillText as text } from '../../text/zh-TW/class-fill.ts';
import { classFillQuery } from '../api/get-class-fill.ts';
import { BarChart } from '../figures/bar-chart.tsx';
import { NumbersTable } from '../figures/numbers-table.tsx';
import { type FillColumn, fillColumns } from './fill-columns.ts';

interface ClassFillProps {
  trainingClass: OfficeClass;
}

/** The seats of a class, day by day until it begins. */
export const ClassFill = ({ trainingClass }: ClassFillProps) => (
  <Loaded query={useQuery(classFillQuery(trainingClass.id))} rowClassName="h-64" rows={1}>
    {(changes) => <FillChart changes={changes} trainingClass={trainingClass} />}
  </Loaded>
);

const lastDay = ({ startTime }: OfficeClass): string => {
  const [start, now] = [startTime.slice(0, 10), today(new Date())];
  return start < now ? start : now;
};

const FillChart = ({ changes, trainingClass }: ClassFillProps & { changes: readonly FilledDay[] }) => {
  const columns = fillColumns(changes, lastDay(trainingClass));
  if (columns.length === 0) return <p className="text-ink-soft">{text.empty}</p>;
  return (
    <>
      <BarChart
        labels={columns.map(({ day }) => day.slice(5).replace('-', '/'))}
        limit={{ name: text.limit(trainingClass.limitNumber), value: trainingClass.limitNumber }}
        series={[
          { name: text.before, values: columns.map(({ before }) => before) },
          { name: text.added, values: columns.map(({ before, held }) => held - before) },
        ]}
        shown={String}
        title={text.title}
      />
      <NumbersTable
        cells={({ day, taken, returned, held }: FillColumn) => [day, `${taken}`, `${returned}`, `${held}`]}
        heads={text.heads}
        label={text.title}
        rowKey={({ day }) => day}
        rows={columns.filter(({ taken, returned }) => taken + returned > 0).toReversed()}
      />
    </>
  );
};
