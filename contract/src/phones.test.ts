import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import vectors from './identity-vectors.json' with { type: 'json' };
import { isCompanyPhone, isForeignPhone, isLandline, isMobile, joinPhone, splitPhone } from './phones.ts';

describe('isMobile', () => {
  test.each(vectors.mobile_valid)('accepts %s', (phone) => {
    expect(isMobile(phone)).toBe(true);
  });

  test.each([
    ...vectors.mobile_invalid,
    '',
    '0900--000000',
    '09000-00000',
    '0900-000000\n',
    '０９００-000000',
    '0900.00000',
  ])('refuses %j', (phone) => {
    expect(isMobile(phone)).toBe(false);
  });
});

describe('isLandline', () => {
  test.each([...vectors.landline_valid, '082-660000', '082660000', '03-7300000'])('accepts %s', (phone) => {
    expect(isLandline(phone)).toBe(true);
  });

  test.each(vectors.landline_valid)('accepts %s without its hyphen', (phone) => {
    expect(isLandline(phone.replace('-', ''))).toBe(true);
  });

  test.each([
    ...vectors.landline_invalid,
    ...vectors.mobile_valid,
    ...vectors.service_valid,
    '',
    '-',
    '02-',
    '-20000000',
    '02-2000-0000',
    '02-2000.000',
    '02-20000000\n',
    '02-20000000#12',
    '049200000',
  ])('refuses %j', (phone) => {
    expect(isLandline(phone)).toBe(false);
  });

  test('uses the longest prefix if there is no hyphen', () => {
    expect(isLandline('04-9200000')).toBe(true);
    expect(isLandline('049200000')).toBe(false);
  });
});

describe('isCompanyPhone', () => {
  test.each([
    ...vectors.service_valid,
    ...vectors.landline_valid,
    ...vectors.mobile_valid,
    '0800000000',
    '07000000000',
  ])('accepts %s', (phone) => {
    expect(isCompanyPhone(phone)).toBe(true);
  });

  test.each(['0801-000000', '0800-00000', '0800-0000000', '070-0000000', '070-000000000', '0204-000000'])(
    'refuses %s',
    (phone) => {
      expect(isCompanyPhone(phone)).toBe(false);
    },
  );
});

describe('isForeignPhone', () => {
  test.each(['1234', '123456789012', '02-2000000', '0081-12345678901', ...vectors.landline_valid])(
    'accepts %s',
    (phone) => {
      expect(isForeignPhone(phone)).toBe(true);
    },
  );

  test.each([
    '',
    '123',
    '1234567890123',
    '1-2345',
    '12345-6789',
    '0081-123456789012',
    '+81312345678',
    '03 1234 5678',
    '12-',
  ])('refuses %j', (phone) => {
    expect(isForeignPhone(phone)).toBe(false);
  });
});

describe('splitPhone and joinPhone', () => {
  test.each([
    ['02-20000000', '02', '20000000'],
    ['0900000000', '', '0900000000'],
    ['', '', ''],
  ])('%j is prefix %j and number %j, and back', (stored, prefix, number) => {
    expect(splitPhone(stored)).toEqual({ prefix, number });
    expect(joinPhone(prefix, number)).toBe(stored);
  });

  test('are inverse to each other for any stored number', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789-a') }), (stored) => {
        const { prefix, number } = splitPhone(stored);
        expect(joinPhone(prefix, number)).toBe(stored);
      }),
    );
  });
});

test('never throws for any input', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const rule of [isMobile, isLandline, isCompanyPhone, isForeignPhone, splitPhone]) rule(text);
    }),
  );
});
