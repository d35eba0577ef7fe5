import { describe, expect, test } from 'vitest';
import { collectFieldErrors, Refusal, refusalAnswer, refusalText, refuseAll } from './errors.ts';

/** It names no field. */
const ended = new Refusal('session_ended');
const city = new Refusal('city_unknown');
const area = new Refusal('area_unknown');

describe('the answer of a refusal', () => {
  const text = refusalText(city);

  test.each([
    ['names the field of its code', {}, { message: text, errors: { city: [text] } }],
    ['names another field', { field: 'area' }, { message: text, errors: { area: [text] } }],
    [
      'lists texts by field',
      { errors: { name: ['a', 'b'] } },
      { message: text, errors: { name: ['a', 'b'] } },
    ],
    ['shows the newer version', { newer: [1] }, { message: text, newer: [1] }],
    [
      'shows the place in the line',
      { line: { ahead: 3, again: 2 } },
      { message: text, errors: { city: [text] }, line: { ahead: 3, again: 2 } },
    ],
  ])('%s', (_, details, body) => {
    expect(refusalAnswer(new Refusal('city_unknown', details))).toStrictEqual({
      status: 422,
      body: { code: 'city_unknown', ...body },
    });
  });

  test('fills in values and leaves other placeholders as they are', () => {
    const refusal = new Refusal('changed_meanwhile', { values: { name: '林承辦' } });
    expect(refusalText(refusal)).toContain('林承辦');
    expect(refusalText(refusal)).toContain('{time}');
  });
});

const thrownBy = (action: () => unknown): unknown => {
  try {
    action();
  } catch (error) {
    return error;
  }
  return null;
};

const errorsOf = (thrown: unknown) => (thrown instanceof Refusal ? refusalAnswer(thrown).body.errors : null);
const codesOf = (thrown: unknown) => (thrown instanceof Refusal ? refusalAnswer(thrown).body.codes : null);

describe('refuseAll', () => {
  test('without a refusal throws nothing', () => {
    expect(thrownBy(() => refuseAll([]))).toBeNull();
  });

  test('throws a single refusal as it is', () => {
    expect(thrownBy(() => refuseAll([ended]))).toBe(ended);
  });

  test('throws several refusals as one, with the texts by field', () => {
    const thrown = thrownBy(() => refuseAll([city, area]));
    expect(thrown).toMatchObject({ code: 'invalid' });
    expect(errorsOf(thrown)).toEqual({ city: [refusalText(city)], area: [refusalText(area)] });
    expect(codesOf(thrown)).toEqual({ city: ['city_unknown'], area: ['area_unknown'] });
  });

  test('keeps every text and code of one field, in order', () => {
    const other = new Refusal('area_unknown', { field: 'city' });
    const thrown = thrownBy(() => refuseAll([city, other]));
    expect(errorsOf(thrown)).toEqual({ city: [refusalText(city), refusalText(other)] });
    expect(codesOf(thrown)).toEqual({ city: ['city_unknown', 'area_unknown'] });
  });

  test('keeps the codes of a refusal that has several itself', () => {
    const several = thrownBy(() => refuseAll([city, area])) as Refusal;
    const third = new Refusal('city_unknown', { field: 'country' });
    expect(codesOf(thrownBy(() => refuseAll([several, third])))).toEqual({
      city: ['city_unknown'],
      area: ['area_unknown'],
      country: ['city_unknown'],
    });
  });

  test('leaves out a refusal without a field if others have one', () => {
    expect(errorsOf(thrownBy(() => refuseAll([ended, city])))).toEqual({ city: [refusalText(city)] });
  });
});

describe('collectFieldErrors', () => {
  const failure = new Error('the database is away');

  test('returns the results in order', async () => {
    expect(await collectFieldErrors([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two']);
  });

  test('combines the refusals of fields', async () => {
    const thrown = await collectFieldErrors([
      Promise.reject(city),
      Promise.resolve(1),
      Promise.reject(area),
    ]).catch((error: unknown) => error);
    expect(errorsOf(thrown)).toEqual({ city: [refusalText(city)], area: [refusalText(area)] });
    expect(codesOf(thrown)).toEqual({ city: ['city_unknown'], area: ['area_unknown'] });
  });

  test.each([
    ['an error', failure],
    ['a refusal without a field', ended],
  ])('throws %s rather than the refusals of fields', async (_, grave) => {
    const works = [Promise.resolve(1), Promise.reject(city), Promise.reject(grave)];
    await expect(collectFieldErrors(works)).rejects.toBe(grave);
  });
});
