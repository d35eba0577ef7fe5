import { zodResolver } from '@hookform/resolvers/zod';
import { ForgottenForm } from '@portal/contract/office/staff';
import { TextField } from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useState } from 'react';
import { Link } from 'react-router';
import type * as z from 'zod/mini';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { paths } from '../../platform/paths.ts';
import { staffText } from '../../text/zh-TW/staff.ts';
import { askStaffReset } from '../api/ask-staff-reset.ts';
import { SignInCard } from './sign-in-card.tsx';

const text = staffText.forgotten;

export const ForgottenPage = () => {
  const [answer, setAnswer] = useState<string | null>(null);
  return (
    <SignInCard title={text.title}>
      {answer === null ? (
        <AskForm onAsked={setAnswer} />
      ) : (
        <Notice live tone="success">
          <p>{answer}</p>
          <p className="mt-2">{text.sent}</p>
        </Notice>
      )}
      <p className="mt-4">
        <Link className="inline-flex min-h-11 items-center text-sea-800 underline" to={paths.login.to()}>
          {text.back}
        </Link>
      </p>
    </SignInCard>
  );
};

const AskForm = ({ onAsked }: { onAsked: (answer: string) => void }) => {
  const save = useSave<z.input<typeof ForgottenForm>, ForgottenForm, { message: string }>({
    defaultValues: { email: '' },
    resolver: zodResolver(ForgottenForm),
    fields: ['email'],
    send: (body) => askStaffReset(body),
    onDone: ({ message }) => onAsked(message),
    isShort: true,
  });
  const { register, formState } = save.form;
  return (
    <SaveForm
      button={{ label: text.submit, sending: text.sending, className: 'w-full' }}
      className="space-y-4"
      save={save}
    >
      <p className="text-ink-soft">{text.lead}</p>
      <TextField
        {...register('email')}
        autoComplete="username"
        error={formState.errors.email?.message}
        label={staffText.signIn.email}
        type="email"
      />
    </SaveForm>
  );
};
