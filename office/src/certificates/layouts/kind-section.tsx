import { type KindSettings, refresherRuleText } from '@portal/contract/office/certificate-kinds';
import { kindTypeNames } from '@portal/contract/office/code-names';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { Loaded } from '../../platform/loaded.tsx';
import { useMay } from '../../platform/session.ts';
import { kindText as text } from '../../text/zh-TW/certificate-kinds.ts';
import { kindSettingsQuery } from '../api/get-kind-settings.ts';
import { KindDialog } from './kind-dialog.tsx';
import { NextNumbers } from './next-numbers.tsx';

const ruleText = ({ refresherHours: hours, refresherYears: years }: KindSettings['form']): string =>
  hours === null || years === null ? text.noRule : refresherRuleText({ hours, years });

/** Validity and register numbers of a kind, and what a renewal of it asks for. */
export const KindSection = ({ kindId }: { kindId: number }) => {
  const id = useId();
  const mayEdit = useMay('settings.edit');
  return (
    <section aria-labelledby={id} className="mt-8 max-w-3xl">
      <h2 id={id}>{text.title}</h2>
      <Loaded query={useQuery(kindSettingsQuery(kindId))} rows={2}>
        {(settings) => (
          <>
            <dl className="mt-3 space-y-3">
              <div>
                <dt className="text-ink-soft text-sm">{text.validity}</dt>
                <dd>{text.validityOf(settings.form.years)}</dd>
              </div>
              <div>
                <dt className="text-ink-soft text-sm">{text.type}</dt>
                <dd>{kindTypeNames[settings.form.type]}</dd>
              </div>
              <div>
                <dt className="text-ink-soft text-sm">{text.pattern}</dt>
                <dd className="break-all">{settings.form.registerPattern}</dd>
              </div>
              <div>
                <dt className="text-ink-soft text-sm">{text.next}</dt>
                <dd>
                  <NextNumbers pattern={settings.form.registerPattern} settings={settings} />
                </dd>
              </div>
              <div>
                <dt className="text-ink-soft text-sm">{text.rule}</dt>
                <dd>{ruleText(settings.form)}</dd>
              </div>
            </dl>
            {mayEdit && (
              <div className="mt-3">
                <DialogButton
                  dialog={(close) => <KindDialog onClose={close} settings={settings} />}
                  label={text.edit}
                />
              </div>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
};
