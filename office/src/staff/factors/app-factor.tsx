import type { FactorAdded } from '@portal/contract/office/staff';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Badge } from '@portal/kit/ui/badge.tsx';
import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { ConfirmedAction } from '../../forms/confirmed-action.tsx';
import { useStepUp } from '../../platform/step-up.ts';
import { accountText } from '../../text/zh-TW/account.ts';
import { beginTotp } from '../api/begin-totp.ts';
import { useFactorsChanged } from '../api/get-factors.ts';
import { removeTotp } from '../api/remove-totp.ts';
import { TotpForm } from './totp-form.tsx';

const text = accountText.factors.app;

interface AppFactorProps {
  isSet: boolean;
  onAdded: (added: FactorAdded) => void;
}

export const AppFactor = ({ isSet, onAdded }: AppFactorProps) => (
  <div className="space-y-3">
    <h3 className="flex flex-wrap items-center gap-3">
      {text.title}
      <Badge tone={isSet ? 'ok' : 'neutral'}>{isSet ? text.set : text.notSet}</Badge>
    </h3>
    <div className="flex flex-wrap gap-3">
      <SetUp onAdded={onAdded}>{isSet ? text.replace : text.setUp}</SetUp>
      {isSet && <RemoveAppButton />}
    </div>
  </div>
);

const SetUp = ({ onAdded, children }: { onAdded: (added: FactorAdded) => void; children: string }) => {
  const withStepUp = useStepUp();
  const begin = useSending({ mutationFn: () => withStepUp(beginTotp) });
  const add = (added: FactorAdded) => {
    begin.reset();
    onAdded(added);
  };
  return (
    <>
      <Button aria-haspopup="dialog" busy={begin.isPending} onClick={() => begin.mutate()}>
        {children}
      </Button>
      {begin.error && (
        <Notice live tone="danger">
          {failureText(begin.error)}
        </Notice>
      )}
      <Dialog isForm onClose={() => begin.reset()} open={begin.data !== undefined} title={text.setUp}>
        {begin.data && <TotpForm {...begin.data} onAdded={add} />}
      </Dialog>
    </>
  );
};

const RemoveAppButton = () => {
  const changed = useFactorsChanged();
  const notifyRemoved = () => {
    changed();
    notify(text.removed, 'success');
  };
  return (
    <ConfirmedAction
      confirmLabel={text.remove}
      label={text.removeLabel}
      onDone={notifyRemoved}
      question={text.reallyRemove}
      title={text.removeLabel}
      work={removeTotp}
    >
      {text.remove}
    </ConfirmedAction>
  );
};
