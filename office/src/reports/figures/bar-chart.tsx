import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { reportsText as text } from '../../text/zh-TW/reports.ts';
import { labelled, ticksTo } from './scale.ts';

interface Series {
  readonly name: string;
  readonly values: readonly number[];
}

interface BarChartProps {
  title: string;
  labels: readonly string[];
  /** Stacked; as many values as labels each. */
  series: readonly Series[];
  shown: (value: number) => string;
  /** Is drawn as a line across the bars. */
  limit?: { readonly name: string; readonly value: number } | undefined;
}

/** `h-45`. */
const HEIGHT = 180;
/** Labels below the bars. */
const LABELS_MAX = 6;

const looks = [
  { bar: 'fill-sea-600 forced-colors:fill-[CanvasText]', mark: 'bg-sea-600' },
  { bar: 'fill-signal-600 forced-colors:fill-[GrayText]', mark: 'bg-signal-600' },
] as const;
const lookOf = (at: number) => looks[at % looks.length] ?? looks[0];

const percent = (share: number) => `${share * 100}%`;
const sumAt = (series: readonly Series[], at: number) =>
  series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0);

/** `2026-11：合格 12、不合格 3` */
const sentenceAt = ({ labels, series, shown }: BarChartProps, at: number): string =>
  text.valuesOf(
    labels[at] ?? '',
    series.map(({ name, values }) => `${name} ${shown(values[at] ?? 0)}`),
  );

const moves: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => Math.max(at - 1, 0),
  ArrowRight: (at, last) => Math.min(at + 1, last),
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * Columns over a grid. One stop of the Tab key, in which the arrow keys lead from column to column; the column's numbers
 * are shown above and told to screen readers.
 */
export const BarChart = (props: BarChartProps) => {
  const { title, labels, series, limit } = props;
  const last = labels.length - 1;
  const [chosen, setChosen] = useState(last);
  const at = Math.min(chosen, last);
  const ticks = ticksTo(Math.max(limit?.value ?? 0, ...labels.map((_, index) => sumAt(series, index))));
  const move = (event: KeyboardEvent) => {
    const next = moves[event.key];
    if (!next) return;
    event.preventDefault();
    setChosen(next(at, last));
  };
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setChosen(Math.min(Math.max(Math.floor(((clientX - left) / width) * labels.length), 0), last));
  };
  return (
    <figure className="rounded-lg border border-line bg-surface p-4">
      <figcaption className="font-bold">{title}</figcaption>
      <Legend limit={limit} series={series} />
      <p aria-hidden="true" className="text-ink-soft text-sm tabular">
        {sentenceAt(props, at)}
      </p>
      <div className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <Ticks shown={props.shown} ticks={ticks} />
        <div
          aria-label={title}
          aria-orientation="horizontal"
          aria-valuemax={last}
          aria-valuemin={0}
          aria-valuenow={at}
          aria-valuetext={sentenceAt(props, at)}
          className="touch-pan-y"
          onKeyDown={move}
          onPointerDown={point}
          onPointerMove={point}
          role="slider"
          tabIndex={0}
        >
          <Drawing at={at} labels={labels} limit={limit?.value} series={series} ticks={ticks} />
        </div>
        <Labels labels={labels} />
      </div>
    </figure>
  );
};

const Legend = ({ series, limit }: Pick<BarChartProps, 'series' | 'limit'>) =>
  (series.length > 1 || limit) && (
    <ul className="flex flex-wrap gap-x-4 text-sm">
      {series.map(({ name }, at) => (
        <li className="flex items-center gap-1.5" key={name}>
          <span aria-hidden="true" className={`size-3 rounded-sm ${lookOf(at).mark}`} />
          {name}
        </li>
      ))}
      {limit && (
        <li className="flex items-center gap-1.5">
          <span aria-hidden="true" className="w-4 border-ink border-t-2 border-dashed" />
          {limit.name}
        </li>
      )}
    </ul>
  );

const Ticks = ({ ticks, shown }: { ticks: readonly number[]; shown: (value: number) => string }) => (
  <div
    aria-hidden="true"
    className="flex h-45 flex-col-reverse justify-between text-end text-ink-soft text-xs tabular leading-none"
  >
    {ticks.map((tick) => (
      <span key={tick}>{shown(tick)}</span>
    ))}
  </div>
);

const Labels = ({ labels }: { labels: readonly string[] }) => {
  const shown = labelled(labels.length, LABELS_MAX);
  return (
    <svg aria-hidden="true" className="col-start-2 block w-full overflow-visible" height="20">
      {shown.map((at) => (
        <text
          className="fill-ink-soft text-xs forced-colors:fill-[CanvasText]"
          key={at}
          textAnchor="middle"
          x={percent((at + 0.5) / labels.length)}
          y="15"
        >
          {labels[at]}
        </text>
      ))}
    </svg>
  );
};

interface DrawingProps {
  series: readonly Series[];
  ticks: readonly number[];
  labels: readonly string[];
  at: number;
  limit: number | undefined;
}

/** Widths are shares, so that the drawing fits every page. */
const Drawing = ({ series, ticks, labels, at, limit }: DrawingProps) => {
  const count = labels.length;
  const most = ticks.at(-1) ?? 1;
  const yOf = (value: number) => HEIGHT - (value / most) * HEIGHT;
  return (
    <svg aria-hidden="true" className="block w-full overflow-visible" height={HEIGHT}>
      <rect className="fill-sea-50" height={HEIGHT} width={percent(1 / count)} x={percent(at / count)} />
      {ticks.map((tick) => (
        <line className="stroke-line" key={tick} x2="100%" y1={yOf(tick)} y2={yOf(tick)} />
      ))}
      {labels.map((label, index) => (
        <g key={label}>
          {series.map(({ name, values }, place) => (
            <rect
              className={lookOf(place).bar}
              height={((values[index] ?? 0) / most) * HEIGHT}
              key={name}
              width={percent(0.7 / count)}
              x={percent((index + 0.15) / count)}
              y={yOf(sumAt(series.slice(0, place + 1), index))}
            />
          ))}
        </g>
      ))}
      {limit !== undefined && (
        <line
          className="stroke-2 stroke-ink forced-colors:stroke-[CanvasText]"
          strokeDasharray="6 4"
          x2="100%"
          y1={yOf(limit)}
          y2={yOf(limit)}
        />
      )}
    </svg>
  );
};
