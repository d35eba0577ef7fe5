import {
  optionalSteps,
  type Setup,
  type SetupStep,
  setupSteps,
  stepRights,
} from '@portal/contract/office/setup';
import { roleNames, rolesWith } from '@portal/contract/rights';
import { Badge } from '@portal/kit/ui/badge.tsx';
import { Link } from 'react-router';
import { fromSetup } from '../platform/back-to-setup.tsx';
import { paths } from '../platform/paths.ts';
import { useMay } from '../platform/session.ts';
import { setupText as text } from '../text/zh-TW/setup.ts';

type StepState = keyof typeof text.states;

const pages: Readonly<Record<SetupStep, string>> = {
  site: paths.site.to(),
  footer: paths.footer.to(),
  organizations: paths.organizations.to(),
  kinds: paths.certificateLayouts.to(),
  courses: paths.courses.to(),
  bankAccounts: paths.bankAccounts.to(),
  officers: paths.staff.to(),
  classes: paths.trainingClasses.to(),
  introductions: paths.banners.to(),
  people: paths.imports.to(),
};

const tones = { done: 'ok', next: 'info', due: 'neutral', optional: 'neutral' } as const;

/** The first step that is needed and not done is the next one. */
const stateOf = (step: SetupStep, { steps }: Setup): StepState => {
  if (steps[step]) return 'done';
  if (optionalSteps.includes(step)) return 'optional';
  const next = setupSteps.find((each) => !steps[each] && !optionalSteps.includes(each));
  return step === next ? 'next' : 'due';
};

export const SetupSteps = ({ setup }: { setup: Setup }) => (
  <ol aria-label={text.steps} className="divide-y divide-line rounded-lg border border-line bg-surface">
    {setupSteps.map((step, index) => (
      <Step key={step} number={index + 1} setup={setup} step={step} />
    ))}
  </ol>
);

interface StepProps {
  step: SetupStep;
  number: number;
  setup: Setup;
}

const Step = ({ step, number, setup }: StepProps) => {
  const may = useMay(stepRights[step]);
  const roles = rolesWith[stepRights[step]].map((role) => roleNames[role]);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
      <div className="min-w-56 flex-1">
        <Link
          className="font-semibold text-sea-800 underline hover:no-underline"
          state={fromSetup}
          to={may ? pages[step] : paths.staff.to()}
        >
          {number}. {text.names[step]}
        </Link>
        <p className="text-ink-soft text-sm">{text.reasons[step]}</p>
        {!may && <p className="text-ink-soft text-sm">{text.doneBy(roles.join('、'))}</p>}
      </div>
      <StepBadge state={stateOf(step, setup)} />
    </li>
  );
};

const StepBadge = ({ state }: { state: StepState }) => (
  <Badge tone={tones[state]}>{text.states[state]}</Badge>
);
