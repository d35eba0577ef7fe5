import { Notice } from '@portal/kit/ui/notice.tsx';
import { profileText } from '../text/zh-TW/profile.ts';

const text = profileText.branch;

/** For the default password without a stored mailbox, which opens nothing else. */
export const BranchNotice = () => (
  <Notice title={text.title} tone="danger">
    <p>{text.text}</p>
    <ul className="list-disc ps-5">
      {text.ways.map((way) => (
        <li key={way}>{way}</li>
      ))}
    </ul>
    <p>{text.next}</p>
  </Notice>
);
