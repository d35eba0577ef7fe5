import type { Matches, StatementLine } from '@portal/contract/office/statements';
import { shortDay } from '@portal/kit/browser/format.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { paymentsText } from '../../text/zh-TW/payments.ts';
import { LineSummary, lineName } from '../desk/line-text.tsx';

const text = paymentsText.settle;

interface ChosenLinesProps {
  data: Matches;
  lines: readonly StatementLine[];
  onChange: (lines: readonly StatementLine[]) => void;
}

/** More lines can join, for payments in parts or made twice. */
export const ChosenLines = ({ data, lines, onChange }: ChosenLinesProps) => {
  const [first] = lines;
  const others = data.allLines.filter(({ id }) => !lines.some((line) => line.id === id));
  const isAkin = ({ digits, name }: StatementLine) =>
    (digits !== null && digits === first?.digits) || (name !== null && name === first?.name);
  const sorted = others.toSorted((a, b) => Number(isAkin(b)) - Number(isAkin(a)));
  return (
    <section aria-label={text.lines}>
      <h3>{text.lines}</h3>
      <ul className="mt-1 divide-y divide-line">
        {lines.map((line) => (
          <li className="flex items-center justify-between gap-3 py-2" key={line.id}>
            <LineSummary line={line} />
            {lines.length > 1 && (
              <Button
                aria-label={text.removeLine(shortDay(line.day))}
                className="shrink-0"
                onClick={() => onChange(lines.filter(({ id }) => id !== line.id))}
                variant="quiet"
              >
                {text.remove}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sorted.length > 0 && (
        <SelectField
          className="mt-2"
          label={text.addLine}
          onChange={(event) => {
            const added = sorted.find(({ id }) => `${id}` === event.currentTarget.value);
            if (added) onChange([...lines, added]);
          }}
          options={sorted.map((line) => ({ value: `${line.id}`, label: lineName(line) }))}
          placeholder={text.addLineOption}
          value=""
        />
      )}
    </section>
  );
};
