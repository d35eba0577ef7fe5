interface Bar {
  readonly key: string;
  readonly value: number;
}

interface BarsProps {
  bars: readonly Bar[];
  /** Default: the highest. */
  most?: number;
  /** The label for screen readers. The table has the numbers. */
  label: string;
}

const HEIGHT = 96;
const percent = (share: number) => `${share * 100}%`;
const highest = (bars: readonly Bar[]) => Math.max(1, ...bars.map(({ value }) => value));

const barLook = 'fill-sea-600 forced-colors:fill-[CanvasText]';
const lineLook = 'stroke-line-strong forced-colors:stroke-[CanvasText]';

/** Widths are shares, so that the drawing fits every page. */
export const Columns = ({ bars, most = highest(bars), label }: BarsProps) => (
  <>
    <svg aria-label={label} className="block w-full" height={HEIGHT} role="img">
      {bars.map(({ key, value }, at) => {
        const height = (value / most) * (HEIGHT - 2);
        return (
          <rect
            className={barLook}
            height={height}
            key={key}
            width={percent(0.7 / bars.length)}
            x={percent((at + 0.15) / bars.length)}
            y={HEIGHT - 1 - height}
          />
        );
      })}
      <line className={lineLook} x1="0" x2="100%" y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
    </svg>
    <p aria-hidden="true" className="flex justify-between text-ink-soft text-xs">
      <span>{bars[0]?.key}</span>
      <span>{bars.at(-1)?.key}</span>
    </p>
  </>
);

const ROW = 32;
const BAR_HEIGHT = 8;

export const Rows = ({ bars, most = highest(bars), label }: BarsProps) => (
  <svg aria-label={label} className="block w-full" height={bars.length * ROW} role="img">
    {bars.map(({ key, value }, at) => (
      <g key={key}>
        <text className="fill-ink text-xs forced-colors:fill-[CanvasText]" y={at * ROW + 14}>
          {key}
        </text>
        <rect className="fill-line" height={BAR_HEIGHT} rx="3" width="100%" y={at * ROW + 19} />
        <rect
          className={barLook}
          height={BAR_HEIGHT}
          rx="3"
          width={percent(Math.min(1, value / most))}
          y={at * ROW + 19}
        />
        <rect className={`${lineLook} fill-none`} height={BAR_HEIGHT} rx="3" width="100%" y={at * ROW + 19} />
      </g>
    ))}
  </svg>
);
