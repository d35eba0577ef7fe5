import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type CertificateContent, digestContent } from './content.ts';

const content: CertificateContent = {
  ...{ number: 'FA1-2026-TEST000001', registerNumber: '臺北市分會初級急救員證字第1150001號' },
  ...{ kind: '初級急救員證', course: '初級急救員訓練', classCode: null, hours: 16 },
  ...{ firstDay: null, lastDay: null, issuedOn: '2026-12-05', validUntil: '2029-12-04' },
  ...{ chineseName: '林怡君', englishName: null, birthDate: null, photo: null },
  ...{ identity: 'A200000003', maskedIdentity: 'A20*****03', organization: '臺北市分會' },
  signer: { name: '王大明', title: '理事長', sealId: 7 },
};

test('the digest is that of the content with its keys in alphabetical order, however they were written', () => {
  const canonical =
    '{"birthDate":null,"chineseName":"林怡君","classCode":null,"course":"初級急救員訓練","englishName":null,' +
    '"firstDay":null,"hours":16,"identity":"A200000003","issuedOn":"2026-12-05","kind":"初級急救員證",' +
    '"lastDay":null,"maskedIdentity":"A20*****03","number":"FA1-2026-TEST000001","organization":"臺北市分會",' +
    '"photo":null,"registerNumber":"臺北市分會初級急救員證字第1150001號",' +
    '"signer":{"name":"王大明","sealId":7,"title":"理事長"},"validUntil":"2029-12-04"}';
  const sha256 = createHash('sha256').update(canonical).digest('hex');
  expect(digestContent(content)).toBe(sha256);
  const reversed = Object.fromEntries(Object.entries(content).toReversed()) as unknown as CertificateContent;
  expect(digestContent(reversed)).toBe(sha256);
  expect(digestContent({ ...content, hours: 17 })).not.toBe(sha256);
});
