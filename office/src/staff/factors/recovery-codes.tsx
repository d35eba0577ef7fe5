import { Button } from '@portal/kit/ui/button.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { staffText } from '../../text/zh-TW/staff.ts';

const text = staffText.recoveryCodes;

export const RecoveryCodes = ({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) => (
  <div className="space-y-4">
    <Notice tone="warn">{text.lead}</Notice>
    <ul className="grid grid-cols-1 gap-1 font-mono sm:grid-cols-2">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <Button className="w-full" onClick={onKept} variant="primary">
      {text.kept}
    </Button>
  </div>
);
