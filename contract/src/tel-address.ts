/** `02-2345-6789 分機 12` → `tel:0223456789,12`; null without a number. */
export const telAddress = (written: string): string | null => {
  const [main = '', extension = ''] = written.normalize('NFKC').split(/分機|轉|#|ext\.?/i);
  const number = digits(main);
  if (number.length < 3) return null;
  const plus = main.trim().startsWith('+') ? '+' : '';
  const pause = digits(extension);
  return `tel:${plus}${number}${pause && `,${pause}`}`;
};

const digits = (text: string): string => text.replace(/[^0-9]/g, '');
