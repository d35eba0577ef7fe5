import type { FactorAdded } from '@portal/contract/office/staff';
import { notify } from '@portal/kit/browser/notices.ts';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../platform/loaded.tsx';
import { useSetSession } from '../../platform/session.ts';
import { accountText } from '../../text/zh-TW/account.ts';
import { staffText } from '../../text/zh-TW/staff.ts';
import { factorsQuery, useFactorsChanged } from '../api/get-factors.ts';
import { AppFactor } from './app-factor.tsx';
import { PasskeyFactors } from './passkey-factors.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { RecoveryCodesFactor } from './recovery-codes-factor.tsx';

const text = accountText.factors;

export const FactorsSection = () => {
  const query = useQuery(factorsQuery);
  const setSession = useSetSession();
  const changed = useFactorsChanged();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const add = (added: FactorAdded) => {
    setSession(added.session);
    changed();
    setCodes(added.recoveryCodes);
    notify(text.added, 'success');
  };
  return (
    <FormSection title={text.title}>
      {codes && <NewRecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
      <Loaded query={query} rows={3}>
        {(factors) => (
          <div className="space-y-6">
            <AppFactor isSet={factors.totp} onAdded={add} />
            <PasskeyFactors onAdded={add} passkeys={factors.passkeys} />
            {(factors.totp || factors.passkeys.length > 0) && (
              <RecoveryCodesFactor left={factors.recoveryCodes} onRenewed={setCodes} />
            )}
          </div>
        )}
      </Loaded>
    </FormSection>
  );
};

const takeFocus = (element: HTMLElement | null) => element?.focus();

/** It is no dialog, so that no key closes it by accident and it can be printed. */
const NewRecoveryCodes = ({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) => (
  <section
    aria-label={staffText.recoveryCodes.title}
    className="mb-6 rounded-lg border border-line-strong p-4"
    ref={takeFocus}
    tabIndex={-1}
  >
    <h3 className="mb-3">{staffText.recoveryCodes.title}</h3>
    <RecoveryCodes codes={codes} onKept={onKept} />
  </section>
);
