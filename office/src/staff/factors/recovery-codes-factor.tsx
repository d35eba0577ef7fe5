import { ConfirmedAction } from '../../forms/confirmed-action.tsx';
import { accountText } from '../../text/zh-TW/account.ts';
import { useFactorsChanged } from '../api/get-factors.ts';
import { renewRecoveryCodes } from '../api/renew-recovery-codes.ts';

const text = accountText.factors.codes;

interface RecoveryCodesFactorProps {
  left: number;
  onRenewed: (codes: readonly string[]) => void;
}

export const RecoveryCodesFactor = ({ left, onRenewed }: RecoveryCodesFactorProps) => {
  const changed = useFactorsChanged();
  return (
    <div className="space-y-3">
      <h3>{text.title}</h3>
      <p>{text.left(left)}</p>
      <ConfirmedAction
        confirmLabel={text.confirm}
        onDone={({ recoveryCodes }) => {
          changed();
          onRenewed(recoveryCodes);
        }}
        question={text.reallyRenew}
        title={text.renew}
        work={renewRecoveryCodes}
      >
        {text.renew}
      </ConfirmedAction>
    </div>
  );
};
