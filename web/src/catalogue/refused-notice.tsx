import { Notice } from '@portal/kit/ui/notice.tsx';
import { useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { refusedText } from '../text/zh-TW/refused-enrolment.ts';

const reasonIn = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'refused' in state && typeof state.refused === 'string'
    ? state.refused
    : null;

/** Says why an enrolment was refused; not after back, forward and reload, when the reason may be gone. */
export const RefusedNotice = () => {
  const { state } = useLocation();
  const type = useNavigationType();
  const [reason] = useState(() => (type === 'POP' ? null : reasonIn(state)));
  return (
    reason && (
      <div className="mb-4">
        <Notice live title={refusedText.title} tone="warn">
          {reason}
        </Notice>
      </div>
    )
  );
};
