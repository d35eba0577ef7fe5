import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CallRefused } from '../browser/call.ts';
import { showRefusal } from '../browser/form-refusal.ts';
import { Offline } from '../browser/transport.ts';
import { FormEnd } from './form-end.tsx';

const refused = (status: number) =>
  new CallRefused({ status, text: JSON.stringify({ message: '無法完成此操作' }) });

const endAfter = (error: unknown): string => {
  const faults: { type?: string; message?: string }[] = [];
  showRefusal<{ name: string }, 'name'>(error, ['name'], (_, fault) => faults.push(fault));
  const [fault] = faults;
  return renderToStaticMarkup(
    createElement(FormEnd, {
      isSending: false,
      onCancel: () => undefined,
      fault: { type: 'lasting', ...fault },
    }),
  );
};

test.each([403, 404, 413, 415, 422])('a refusal with status %i offers no retry', (status) => {
  const end = endAfter(refused(status));
  expect(end).toContain('無法完成此操作');
  expect(end).not.toContain('重新送出');
});

test.each([
  ['a lost connection', new Offline('Network Error')],
  ['too many attempts', refused(429)],
  ['a server error', refused(500)],
  ['an unavailable server', refused(503)],
])('%s offers to send again', (_, error) => {
  expect(endAfter(error)).toContain('重新送出');
});
