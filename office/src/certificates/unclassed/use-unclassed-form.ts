import { zodResolver } from '@hookform/resolvers/zod';
import type { CertificateDetail } from '@portal/contract/office/certificate-register';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSave } from '../../forms/use-save.ts';
import { paths } from '../../platform/paths.ts';
import { useScope } from '../../platform/scope.ts';
import { unclassedText as text } from '../../text/zh-TW/unclassed.ts';
import { issueWithoutClass } from '../api/issue-without-class.ts';
import { useCertificatesChanged } from '../use-certificates-changed.ts';
import { EMPTY, FIELDS, sentFields, UnclassedRules, type UnclassedValues } from './unclassed-values.ts';

export const useUnclassedForm = () => {
  const navigate = useNavigate();
  const changed = useCertificatesChanged();
  const { organizations } = useScope();
  const [progress, setProgress] = useState(0);
  const save = useSave<UnclassedValues, UnclassedValues, CertificateDetail>({
    // Staff of a single branch do not choose it.
    defaultValues:
      organizations.length === 1 ? { ...EMPTY, organizationId: `${organizations[0]?.id}` } : EMPTY,
    resolver: zodResolver(UnclassedRules),
    fields: FIELDS,
    rename: { Cert: 'courseId' },
    send: async (values, { idempotencyKey }) => {
      if (!values.file) throw new Error('the rules want a file');
      const sent = { fields: sentFields(values), file: values.file };
      return issueWithoutClass({ ...sent, idempotencyKey, onProgress: setProgress });
    },
    done: ({ name }) => text.done(name),
    onDone: ({ id }) => {
      changed();
      navigate(paths.certificate.to({ id }), { replace: true });
    },
  });
  return { save, progress };
};
