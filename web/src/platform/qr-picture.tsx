import encodeQR from 'qr';

const BORDER = 2;

const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');

/** Held up to a camera. `label` says what it is. */
export const QrPicture = ({ content, label }: { content: string; label: string }) => {
  const rows = encodeQR(content, 'raw', { border: BORDER });
  return (
    <svg
      aria-label={label}
      className="mx-auto w-64 max-w-full bg-surface"
      role="img"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
    >
      <path d={pathOf(rows)} />
    </svg>
  );
};
