import { encodeQR } from 'qr';

/** In modules. The template leaves more white around it. */
const BORDER = 2;

/** An SVG drawing. Neighbouring modules are one rectangle, so that no hairline shows between them. */
export const qrPicture = (url: string): string => {
  const rows = encodeQR(url, 'raw', { ecc: 'low', border: BORDER });
  const bars = rows.flatMap((row, y) => {
    const ends = row.flatMap((dark, x) => (dark !== (row[x - 1] ?? false) ? [x] : []));
    return ends.flatMap((from, at) =>
      at % 2 === 0 ? [`M${from} ${y}h${(ends[at + 1] ?? row.length) - from}v1.02H${from}z`] : [],
    );
  });
  const side = rows.length;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><path d="${bars.join('')}"/></svg>`;
};
