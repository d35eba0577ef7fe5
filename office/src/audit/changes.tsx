import type { Change } from '@portal/contract/office/audit';
import { fieldText, valueText } from '@portal/contract/office/event-fields';
import { auditText as text } from '../text/zh-TW/audit.ts';

interface ChangesProps {
  action: string;
  changes: readonly Change[];
}

/** `狀態：待審核 → 已退回`. */
export const Changes = ({ action, changes }: ChangesProps) => {
  if (changes.length === 0) return null;
  return (
    <ul className="space-y-0.5 text-sm">
      {changes.map((change) => (
        <li className="[overflow-wrap:anywhere]" key={change.field}>
          <span className="text-ink-soft">{fieldText(change.field)}：</span>
          <BeforeAndAfter action={action} change={change} />
        </li>
      ))}
    </ul>
  );
};

const BeforeAndAfter = ({ action, change }: { action: string; change: Change }) => {
  const { field, before, after } = change;
  if (!before || after === null) return <>{valueText(action, field, after ?? before ?? '')}</>;
  return (
    <>
      <span className="sr-only">{text.was}</span>
      {valueText(action, field, before)} <span aria-hidden="true">→</span>{' '}
      <span className="sr-only">{text.becomes}</span>
      {valueText(action, field, after)}
    </>
  );
};
