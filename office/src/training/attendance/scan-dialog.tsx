import { zodResolver } from '@hookform/resolvers/zod';
import { CheckInForm } from '@portal/contract/office/training';
import { firstError } from '@portal/kit/browser/call.ts';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { attendanceText } from '../../text/zh-TW/attendance.ts';
import { checkIn } from '../api/check-in.ts';
import { attendanceQuery } from '../api/get-attendance.ts';
import { Camera } from './camera.tsx';
import { withMark } from './sheet.ts';

const text = attendanceText.scanner;

interface Outcome {
  readonly tone: 'success' | 'info' | 'danger';
  readonly message: string;
}

const failed = (error: Error): Outcome => ({ tone: 'danger', message: failureText(error) });

interface Place {
  classId: number;
  sessionId: number;
}

/** Milliseconds in which the same code is not read again. */
const REPEAT_MS = 4000;

const useCheckIn = ({ classId, sessionId }: Place) => {
  const queries = useQueryClient();
  return async (code: string): Promise<Outcome> => {
    const { name, repeated, ...marked } = await checkIn(classId, { sessionId, code });
    queries.setQueryData(
      attendanceQuery(classId).queryKey,
      (sheet) => sheet && withMark(sheet, sessionId, marked),
    );
    if (repeated) return { tone: 'info', message: text.repeated(name) };
    const late = marked.mark.state === 'late' ? marked.mark.missedMinutes : 0;
    return { tone: 'success', message: text.done(name, late) };
  };
};

type Send = ReturnType<typeof useCheckIn>;

/** Sends one scanned code after the other. */
const useScanned = (send: Send, onOutcome: (outcome: Outcome) => void) => {
  const last = useRef({ code: '', at: 0 });
  const isBusy = useRef(false);
  return async (code: string) => {
    const isSame = last.current.code === code && Date.now() - last.current.at < REPEAT_MS;
    if (isBusy.current || isSame) return;
    isBusy.current = true;
    onOutcome(await send(code).catch(failed));
    last.current = { code, at: Date.now() };
    isBusy.current = false;
  };
};

export const ScanDialog = ({ onClose, ...place }: Place & { onClose: () => void }) => {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const send = useCheckIn(place);
  const scanned = useScanned(send, setOutcome);
  return (
    <Dialog
      actions={<Button onClick={onClose}>{text.close}</Button>}
      isForm
      onClose={onClose}
      open
      title={text.title}
    >
      <div className="space-y-4">
        <Camera onCode={scanned} />
        <div aria-live="assertive">{outcome && <Notice tone={outcome.tone}>{outcome.message}</Notice>}</div>
        <TypedCode onOutcome={setOutcome} send={send} />
      </div>
    </Dialog>
  );
};

const TypedCode = ({ send, onOutcome }: { send: Send; onOutcome: (outcome: Outcome | null) => void }) => {
  const save = useSave<CheckInForm, CheckInForm, Outcome>({
    defaultValues: { code: '' },
    resolver: zodResolver(CheckInForm),
    fields: ['code'],
    send: ({ code }) => send(code),
    onDone: onOutcome,
    onRefused: (error) => {
      const isAboutCode = firstError(error, 'code') !== undefined;
      onOutcome(isAboutCode ? null : failed(error));
      return !isAboutCode;
    },
    stays: true,
    isShort: true,
  });
  const { register, formState } = save.form;
  return (
    <SaveForm
      button={{ label: text.submit, sending: text.sending, className: 'mt-8' }}
      className="flex items-start gap-3"
      save={save}
    >
      <TextField
        {...register('code')}
        autoComplete="off"
        className="min-w-0 flex-1"
        error={formState.errors.code?.message}
        label={text.code}
      />
    </SaveForm>
  );
};
