import encodeQR from 'qr';

const BORDER = 2;

export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const rows = encodeQR(text, 'raw', { border: BORDER });
  const path = rows
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      aria-label={label}
      className="mx-auto w-56 bg-white"
      role="img"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
    >
      <path d={path} />
    </svg>
  );
};
