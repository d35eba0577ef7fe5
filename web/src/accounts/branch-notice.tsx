import { Notice } from '@portal/kit/ui/notice.tsx';
import { ContactLink } from '../platform/contact-link.tsx';
import { profileText } from '../text/zh-TW/profile.ts';

const text = profileText.branch;

/** Shown to people with the default password and no stored mailbox, for whom nothing else is open. */
export const BranchNotice = () => (
  <Notice title={text.title} tone="danger">
    <p>{text.text}</p>
    <ul className="list-disc ps-5">
      {text.ways.map((way) => (
        <li key={way}>{way}</li>
      ))}
    </ul>
    <p>
      {text.phones[0]}
      <ContactLink />
      {text.phones[1]}
    </p>
    <p>{text.next}</p>
  </Notice>
);
