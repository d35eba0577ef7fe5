import { readableTime } from '@portal/contract/dates';
import type { StatementAccount } from '@portal/contract/office/statements';
import { notify } from '@portal/kit/browser/notices.ts';
import { ConfirmedAction } from '../../forms/confirmed-action.tsx';
import { paymentsText } from '../../text/zh-TW/payments.ts';
import { takeBackStatement } from '../api/take-back-statement.ts';
import { useDeskChanged } from '../use-desk-changed.ts';

const text = paymentsText.import;

/** The last import of the account, which can be taken back while none of its lines is used. */
export const LastImport = ({ account: { lastImport } }: { account: StatementAccount }) => {
  const changed = useDeskChanged();
  if (!lastImport) return null;
  const { id, at, by, fileName, added } = lastImport;
  const done = () => {
    notify(text.takenBack, 'success');
    changed();
  };
  return (
    <section className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h2 className="font-normal text-base text-ink-soft">
        {text.last(readableTime(new Date(at)), by, fileName, added)}
      </h2>
      <ConfirmedAction
        confirmLabel={text.takeBack}
        onDone={done}
        question={text.takeBackQuestion(fileName, added)}
        title={text.takeBackTitle}
        work={() => takeBackStatement(id)}
      >
        {text.takeBack}
      </ConfirmedAction>
    </section>
  );
};
