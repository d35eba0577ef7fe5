import { dollars } from '@portal/contract/money';
import { CHART_MONTHS, type ChartDays, type Charts, chartDays } from '@portal/contract/office/reports';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../platform/loaded.tsx';
import { useScope } from '../../platform/scope.ts';
import { todayText } from '../../text/zh-TW/today.ts';
import { chartsQuery } from '../api/get-charts.ts';
import { Columns, Rows } from './bars.tsx';
import { Chart } from './chart.tsx';

const text = todayText.charts;

const dayOptions = chartDays.map((value) => ({ value, label: text.days(value) }));

export const ChartsSection = () => {
  const { inScope } = useScope();
  const [days, setDays] = useState<ChartDays>('30');
  const query = useQuery(chartsQuery({ ...inScope, days }));
  return (
    <section className="mt-8">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2>{text.title}</h2>
        <SelectField
          className="flex items-center gap-2"
          label={text.range}
          onChange={({ target }) => setDays(chartDays.find((each) => each === target.value) ?? days)}
          options={dayOptions}
          placeholder={null}
          value={days}
        />
      </div>
      <div className="mt-3">
        <Loaded query={query} rowClassName="h-48" rows={1}>
          {(data) => <AllCharts charts={data} />}
        </Loaded>
      </div>
    </section>
  );
};

const AllCharts = ({ charts }: { charts: Charts }) => (
  <div className="grid items-start gap-4 xl:grid-cols-3">
    <RegistrationsChart days={charts.registrations} />
    <FeesChart months={charts.fees} />
    <FillRatesChart classes={charts.fillRates} />
  </div>
);

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

const RegistrationsChart = ({ days }: { days: Charts['registrations'] }) => {
  const counts = days.map(({ count }) => count);
  const summary = text.registrations.summary(sumOf(counts), Math.max(0, ...counts));
  const title = text.registrations.title(`${days.length}`);
  return (
    <Chart
      cells={({ day, count }) => [day, `${count}`]}
      drawing={
        <Columns
          bars={days.map(({ day, count }) => ({ key: day, value: count }))}
          label={`${title}：${summary}`}
        />
      }
      heads={[text.registrations.label, text.registrations.value]}
      rowKey={({ day }) => day}
      rows={days.filter(({ count }) => count > 0).toReversed()}
      summary={summary}
      title={title}
    />
  );
};

type ClassAhead = Charts['fillRates'][number];
const shareOf = ({ number, limitNumber }: ClassAhead) => Math.round((number / limitNumber) * 100);

const FillRatesChart = ({ classes }: { classes: Charts['fillRates'] }) => {
  const full = classes.filter(({ number, limitNumber }) => number >= limitNumber).length;
  const summary = classes.length === 0 ? text.fillRates.empty : text.fillRates.summary(classes.length, full);
  return (
    <Chart
      cells={(trainingClass) => [
        `${trainingClass.code} ${trainingClass.course}`,
        `${trainingClass.number}／${trainingClass.limitNumber}`,
        text.fillRates.percent(shareOf(trainingClass)),
      ]}
      drawing={
        <Rows
          bars={classes.map((trainingClass) => ({ key: trainingClass.code, value: shareOf(trainingClass) }))}
          label={`${text.fillRates.title}：${summary}`}
          most={100}
        />
      }
      heads={[text.fillRates.label, text.fillRates.people, text.fillRates.value]}
      rowKey={({ code }) => code}
      rows={classes}
      summary={summary}
      title={text.fillRates.title}
    />
  );
};

const FeesChart = ({ months }: { months: Charts['fees'] }) => {
  const summary = text.fees.summary(dollars(sumOf(months.map(({ amount }) => amount))));
  const title = text.fees.title(CHART_MONTHS);
  return (
    <Chart
      cells={({ month, amount }) => [month, dollars(amount)]}
      drawing={
        <Columns
          bars={months.map(({ month, amount }) => ({ key: month, value: amount }))}
          label={`${title}：${summary}`}
        />
      }
      heads={[text.fees.label, text.fees.value]}
      rowKey={({ month }) => month}
      rows={months.filter(({ amount }) => amount > 0).toReversed()}
      summary={summary}
      title={title}
    />
  );
};
