import { Notice } from '@portal/kit/ui/notice.tsx';
import { staffText } from '../text/zh-TW/staff.ts';
import { SignInAsOther } from './sign-in-as-other.tsx';

/** Somebody has to set up a second factor before anything else. */
export const SetUpNotice = () => (
  <div className="space-y-4">
    <Notice tone="warn">{staffText.setUp.lead}</Notice>
    <SignInAsOther />
  </div>
);
