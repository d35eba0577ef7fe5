import { readableTime } from '@portal/contract/dates';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { Link } from 'react-router';
import { paths } from '../platform/paths.ts';
import { markEmailConfirmed, useUser } from '../platform/session.ts';
import { profileText } from '../text/zh-TW/profile.ts';
import { useResendConfirmation } from './api/resend-confirmation.ts';
import { askForField } from './asked-field.ts';

const text = profileText.mailbox;

interface UnconfirmedNoticeProps {
  /** When the registration lapses. */
  confirmBy?: string;
}

export const UnconfirmedNotice = ({ confirmBy }: UnconfirmedNoticeProps) => {
  const user = useUser();
  const { mutate, isPending } = useResendConfirmation();
  const resend = () =>
    mutate(undefined, {
      onSuccess: ({ message, confirmed }) => {
        if (confirmed) markEmailConfirmed();
        notify(message, 'success');
      },
      onError: (error) => notify(failureText(error), 'danger'),
    });
  return (
    <div className="mb-6">
      <Notice
        title={confirmBy ? text.confirmBy(readableTime(new Date(confirmBy))) : text.unconfirmed}
        tone="warn"
      >
        <p className="mb-3">
          {text.open}
          <strong className="[overflow-wrap:anywhere]">{user?.email}</strong>（
          <Link
            aria-label={text.correctMailbox}
            className="underline"
            state={askForField('email')}
            to={paths.profile.to()}
          >
            {text.correct}
          </Link>
          ）{confirmBy ? text.whyBy : text.why}
        </p>
        <Button onClick={resend} busy={isPending} variant="secondary">
          {text.resend}
        </Button>
      </Notice>
    </div>
  );
};
