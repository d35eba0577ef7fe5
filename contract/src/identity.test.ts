import fc from 'fast-check';
import { validateIdCardNumber } from 'taiwan-id-validator';
import { describe, expect, test } from 'vitest';
import { nationalIdFault, normaliseIdentity, passportFault } from './identity.ts';
import vectors from './identity-vectors.json' with { type: 'json' };

const anyString = fc.string({ unit: 'binary' });

describe('normaliseIdentity', () => {
  test.each([
    ...vectors.normalised_valid,
    ['A-1999 9999-9', 'A199999999'],
    ['a19\u30009999－999', 'A199999999'],
    ['a1\u20119999\u22129\u2013999', 'A199999999'],
    ['A12-34_5', 'A1234_5'],
    ['\ud800', '\ud800'],
  ])('%j becomes %j', (typed, stored) => {
    expect(normaliseIdentity(typed)).toBe(stored);
  });

  test('leaves an accepted number as it is', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Z][0-9A-D][0-9]{8}$/),
        (number) => normaliseIdentity(number) === number,
      ),
    );
  });
});

describe('nationalIdFault', () => {
  test.each(vectors.national_valid)('accepts %s', (number) => {
    expect(nationalIdFault(number)).toBeNull();
  });

  test.each(vectors.national_invalid)('finds the wrong check digit of %s', (number) => {
    expect(nationalIdFault(number)).toBe('check');
  });

  test.each([...vectors.second_digit_invalid, ...vectors.ui_new_valid, ...vectors.ui_old_valid])(
    'refuses the second character of %s though the sum fits',
    (number) => {
      expect(nationalIdFault(number)).toBe('shape');
    },
  );

  test.each(vectors.shape_invalid)('refuses the shape of %j, typed or normalised', (typed) => {
    expect(nationalIdFault(typed)).toBe('shape');
    expect(nationalIdFault(normaliseIdentity(typed))).toBe('shape');
  });

  test.each(['a199999999', 'Ａ１９９９９９９９９', ' A199999999', 'A199999999\n', 'A19999999\u0669'])(
    'refuses %j, which is not normalised',
    (typed) => {
      expect(nationalIdFault(typed)).toBe('shape');
    },
  );

  test.each(vectors.normalised_valid)('accepts %j once normalised', (typed) => {
    expect(nationalIdFault(normaliseIdentity(typed))).toBeNull();
  });

  test.each([...vectors.undetected_swap, ...vectors.undetected_single.slice(0, 2)])(
    'accepts %s: the checksum cannot tell it from its neighbour',
    (number) => {
      expect(nationalIdFault(number)).toBeNull();
    },
  );

  test('accepts exactly one check digit', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z][12][0-9]{7}$/), (stem) => {
        const accepted = [...'0123456789'].filter((digit) => nationalIdFault(stem + digit) === null);
        expect(accepted).toHaveLength(1);
      }),
    );
  });
});

describe('passportFault', () => {
  test.each([...vectors.passport_valid, ...vectors.ui_new_valid, ...vectors.ui_old_valid])(
    'accepts %s',
    (number) => {
      expect(passportFault(number)).toBeNull();
    },
  );

  test.each(vectors.passport_invalid)('refuses %j, typed or normalised', (typed) => {
    expect(passportFault(typed)).not.toBeNull();
    expect(passportFault(normaliseIdentity(typed))).not.toBeNull();
  });

  test.each([
    ['A869999995', 'check'],
    ['AA99999998', 'check'],
    ['A199999999', 'national_id'],
    ['A199999990', 'national_id'],
    ['1234', 'shape'],
    ['ABCDEFGHI', 'shape'],
    ['k0000000', 'shape'],
    ['12345', null],
    ['12345678901234567890', null],
    ['123456789012345678901', 'shape'],
  ] as const)('of %s gives %s', (number, fault) => {
    expect(passportFault(number)).toBe(fault);
  });

  test.each(vectors.ui_old_second_letter_invalid)(
    'accepts %s without a check digit: it is no residence number',
    (number) => {
      expect(validateIdCardNumber(number).valid).toBe(false);
      expect(nationalIdFault(number)).toBe('shape');
      expect(passportFault(number)).toBeNull();
    },
  );
});

test('never throws for any input', () => {
  fc.assert(
    fc.property(anyString, (text) => {
      nationalIdFault(normaliseIdentity(text));
      passportFault(normaliseIdentity(text));
    }),
  );
});
