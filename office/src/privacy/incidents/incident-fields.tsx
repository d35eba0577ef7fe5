import { readable } from '@portal/contract/dates';
import { INCIDENT_TEXT_MAX, INCIDENT_TITLE_MAX } from '@portal/contract/office/incidents';
import { TextField } from '@portal/kit/ui/field.tsx';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { useQuery } from '@tanstack/react-query';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { MomentField } from '../../classes/form/moment-field.tsx';
import { useScope } from '../../platform/scope.ts';
import { sessionQuery } from '../../platform/session.ts';
import { incidentsText } from '../../text/zh-TW/incidents.ts';
import { incidentSourcesQuery } from '../api/get-incident-sources.ts';
import { type IncidentValues, organizationOf, WHOLE_ASSOCIATION } from './incident-values.ts';

const text = incidentsText.form;

/** The organisation of an incident stays. */
export const IncidentFields = ({ isNew }: { isNew: boolean }) => {
  const { register, formState } = useFormContext<IncidentValues>();
  return (
    <>
      <FormSection title={text.what}>
        <div className="space-y-6">
          <TextField
            {...register('title')}
            autoComplete="off"
            error={formState.errors.title?.message}
            hint={text.titleHint}
            label={text.title}
            maxLength={INCIDENT_TITLE_MAX}
            required
          />
          {isNew && <OrganizationField />}
        </div>
      </FormSection>
      <FormSection title={text.whom}>
        <div className="space-y-6">
          <p className="text-ink-soft">{text.whomHint}</p>
          <Period />
          <Sources />
        </div>
      </FormSection>
      <FormSection title={text.letter}>
        <div className="space-y-6">
          <p className="text-ink-soft">{text.letterHint}</p>
          <LongText hint={text.factsHint} name="facts" required />
          <LongText hint={text.dataHint} name="data" />
          <LongText hint={text.measuresHint} name="measures" />
          <LongText hint={text.contactHint} name="contact" />
        </div>
      </FormSection>
    </>
  );
};

const useMayChooseWhole = (): boolean =>
  useQuery(sessionQuery).data?.roles.some(
    ({ role, organizationId }) => (role === 'officer' || role === 'admin') && organizationId === null,
  ) ?? false;

const OrganizationField = () => {
  const { register, formState } = useFormContext<IncidentValues>();
  const { organizations } = useScope();
  const whole = useMayChooseWhole() ? [{ value: WHOLE_ASSOCIATION, label: incidentsText.whole }] : [];
  const branches = organizations.map(({ id, name }) => ({ value: `${id}`, label: name }));
  return (
    <SelectField
      {...register('organizationId')}
      error={formState.errors.organizationId?.message}
      hint={text.organizationHint}
      label={incidentsText.organization}
      options={[...whole, ...branches]}
      required
    />
  );
};

const Period = () => {
  const { control } = useFormContext<IncidentValues>();
  return (
    <div className="flex flex-wrap gap-6">
      {(['from', 'until'] as const).map((name) => (
        <Controller
          control={control}
          key={name}
          name={name}
          render={({ field: { value, onChange }, fieldState: { error } }) => (
            <MomentField
              error={error?.message}
              label={text[name]}
              name={name}
              onChange={onChange}
              required
              usual={name === 'from' ? '00:00' : '23:59'}
              value={value}
            />
          )}
        />
      ))}
    </div>
  );
};

const useSources = () => {
  const [organizationId = '', from = '', until = ''] = useWatch<
    IncidentValues,
    ['organizationId', 'from', 'until']
  >({ name: ['organizationId', 'from', 'until'] });
  const isWhole = organizationId !== '';
  const body = { organizationId: organizationOf({ organizationId }), from, until: isWhole ? until : '' };
  const { data } = useQuery(incidentSourcesQuery(body));
  return data ?? { staff: [], sessions: [], files: [] };
};

const Sources = () => {
  const { staff, sessions, files } = useSources();
  const times = (from: string, until: string) => incidentsText.period(readable(from), readable(until));
  return (
    <>
      <SourceField name="staffId" options={staff.map(({ id, name }) => ({ value: `${id}`, label: name }))} />
      <SourceField
        name="session"
        options={sessions.map((each) => ({
          value: `${each.session}`,
          label: text.sessionOf(each.session, each.staff, times(each.from, each.until)),
        }))}
      />
      <SourceField
        name="fileId"
        options={files.map(({ id, at, staff: by, name }) => ({
          value: `${id}`,
          label: text.fileOf(readable(at), by, name),
        }))}
      />
    </>
  );
};

interface SourceProps {
  name: 'staffId' | 'session' | 'fileId';
  options: readonly { value: string; label: string }[];
}

/** A stored choice stays, also while the others are loaded. */
const SourceField = ({ name, options }: SourceProps) => {
  const { register, formState } = useFormContext<IncidentValues>();
  const value = useWatch<IncidentValues, SourceProps['name']>({ name });
  const isKnown = value === '' || options.some((option) => option.value === value);
  const shown = isKnown ? options : [{ value, label: text.stored(value) }, ...options];
  return (
    <SelectField
      {...register(name)}
      error={formState.errors[name]?.message}
      label={text[name]}
      options={shown}
      placeholder={text.any}
      value={value}
    />
  );
};

interface LongTextProps {
  name: 'facts' | 'data' | 'measures' | 'contact';
  hint: string;
  required?: boolean;
}

const LongText = ({ name, hint, required = false }: LongTextProps) => {
  const { register, formState } = useFormContext<IncidentValues>();
  return (
    <TextArea
      {...register(name)}
      error={formState.errors[name]?.message}
      hint={hint}
      label={incidentsText.texts[name]}
      maxLength={INCIDENT_TEXT_MAX}
      required={required}
      rows={3}
    />
  );
};
