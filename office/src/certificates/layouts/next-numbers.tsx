import type { KindSettings } from '@portal/contract/office/certificate-kinds';
import { formatRegisterNumber, isRegisterPattern } from '@portal/contract/register-number';
import { kindText as text } from '../../text/zh-TW/certificate-kinds.ts';

/** The others look alike. */
const MAX_SHOWN = 3;

interface NextNumbersProps {
  pattern: string;
  settings: Pick<KindSettings, 'kind' | 'year' | 'next'>;
}

/** The numbers that the next certificates of this year would have with the pattern. */
export const NextNumbers = ({ pattern, settings: { kind, year, next } }: NextNumbersProps) => {
  if (!isRegisterPattern(pattern)) return <p className="text-ink-soft">{text.noNext}</p>;
  return (
    <ul>
      {next.slice(0, MAX_SHOWN).map(({ organization, serial }) => (
        <li className="break-all" key={organization}>
          <span className="text-ink-soft text-sm">{text.nextOf(organization)}</span>
          {formatRegisterNumber(pattern, { organization, kind: kind.name, year, serial })}
        </li>
      ))}
    </ul>
  );
};
